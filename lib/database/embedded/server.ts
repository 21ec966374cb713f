import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Account, programEnvironment } from '@/lib/database/embedded/account';

/** How one PostgreSQL server is run. */
export interface ServerOptions {
  program: string;
  cluster: string;
  account: Account;
  port: number;
  logFile: string;
  /** False: a crash of the machine may lose data, in exchange for speed (tests). */
  durable: boolean;
  /** The owner's connection string to a database that every cluster has. */
  url: string;
}

/** Thrown when a server ends before it answers; `log` is what it wrote. */
export class ServerDied extends Error {
  override readonly name = 'ServerDied';
  constructor(readonly log: string) {
    super(`PostgreSQL did not start. It said:\n${log}`);
  }
}

/**
 * Starts a server and waits until it answers, as long as that takes: after a crash it first replays its log.
 * It gets a session of its own, so a Ctrl-C in the terminal reaches only its parent, which stops it last.
 * @throws ServerDied
 */
export async function launchServer(options: ServerOptions): Promise<ChildProcess> {
  const from = statSync(options.logFile, { throwIfNoEntry: false })?.size ?? 0;
  const log = openSync(options.logFile, 'a', 0o600);
  const child = spawn(options.program, argumentsOf(options), {
    ...options.account,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    env: programEnvironment,
  });
  closeSync(log);
  let failure: Error | undefined;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      failure = error;
      resolve();
    });
  });

  let waiting = true;
  const outcome = await Promise.race([
    answers(options.url, () => waiting),
    ended.then(() => 'ended' as const),
  ]);
  waiting = false;
  if (outcome === 'answers') return child;
  const written = readFileSync(options.logFile).subarray(from).toString('utf8');
  throw new ServerDied(failure ? failure.message : written.trim().split('\n').slice(-12).join('\n'));
}

/**
 * Stops a server: open sessions are ended, everything is written out. One that has not ended after a minute is
 * ended hard, and recovers at its next start.
 */
export async function stopServer(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  const late = setTimeout(() => child.kill('SIGQUIT'), 60_000);
  await ended;
  clearTimeout(late);
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function argumentsOf({ cluster, port, durable }: ServerOptions): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    // No socket file: its folder would have to be writable for PostgreSQL's user, and its path is limited to 107 bytes.
    unix_socket_directories: '',
    port: String(port),
    max_connections: '120',
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
    ...roomIn(memoryHere()),
    // Commits still wait for their log to be written: what a killed server had acknowledged is there when it runs again.
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/**
 * How much memory and log the server may use where there are so many bytes of memory. An eighth of it for pages, as far as
 * that pays for a database of this kind: with less, those who commit have to write out other people's pages first. The log
 * may grow, so that checkpoints, after which each page is logged whole once more, come by the clock.
 */
function roomIn(memory: number): Readonly<Record<string, string>> {
  const megabytes = Math.round(Math.min(1024, Math.max(128, memory / 8 / 1024 ** 2)));
  return { shared_buffers: `${megabytes}MB`, max_wal_size: '2GB', checkpoint_timeout: '15min' };
}

/** In bytes: the machine's, or what this process was given of it. */
function memoryHere(): number {
  const given = process.constrainedMemory();
  return given > 0 ? Math.min(given, totalmem()) : totalmem();
}

async function answers(url: string, wanted: () => boolean): Promise<'answers' | 'unwanted'> {
  while (wanted()) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    try {
      await client.connect();
      await client.end();
      return 'answers';
    } catch (error) {
      if ((error as { code?: string }).code === '28P01') throw wrongPassword(error);
      await sleep(50);
    }
  }
  return 'unwanted';
}

function wrongPassword(cause: unknown): Error {
  return new Error(
    'The embedded database refuses the password that postgres.json in the data folder holds. ' +
      'Both belong together: restore them from the same backup.',
    { cause },
  );
}
