import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

export type TemporaryProduct = {
  readonly url: string;
  readonly key: string;
  /** Stops it and removes its folder. */
  readonly stop: () => Promise<void>;
};

/** The first start builds the screens and unpacks the database. */
const startSeconds = 600;
const stopSeconds = 90;
const linesKept = 40;

/** Settings that would tie the new product to another one's data or address. */
const ownSettings = [
  'DATABASE_URL',
  'INTERLOCK_APP_DATABASE_URL',
  'INTERLOCK_URL',
  'INTERLOCK_SECRET',
  'SMTP_URL',
] as const;

/**
 * Starts the product of the folder `root` with `npm start`: a free port, its own data in a temporary folder, an
 * administrator's key that nobody else knows, no demo. `onLine` hears what it prints until it answers.
 * Throws, with the last lines that it printed, when it ends, does not answer within ten minutes, or `signal` is
 * aborted; nothing is left running then.
 */
export async function startTemporaryProduct(
  root: string,
  environment: NodeJS.ProcessEnv,
  { signal, onLine }: { readonly signal: AbortSignal; readonly onLine: (line: string) => void },
): Promise<TemporaryProduct> {
  const data = await mkdtemp(join(tmpdir(), 'interlock-replay-'));
  const port = await freePort();
  const key = randomBytes(24).toString('base64url');
  const inherited = { ...environment };
  // Set to nothing rather than left out: an .env file would give them back.
  for (const setting of ownSettings) inherited[setting] = '';
  const child = spawn('npm', ['start'], {
    cwd: root,
    // A process group of its own: Ctrl-C reaches this tool alone, which then stops the product in good order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...inherited,
      PORT: `${port}`,
      INTERLOCK_DATA: data,
      INTERLOCK_DEMO: '0',
      INTERLOCK_API_KEY: key,
    },
  });
  let starting = true;
  const output = keepLastLines(child, (line) => {
    if (starting) onLine(line);
  });
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= stopAndRemove(child, data));
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilHealthy(url, child, signal);
    starting = false;
  } catch (error) {
    await stop();
    throw new Error(`${(error as Error).message}\n${output.join('\n')}`, { cause: error });
  }
  return { url, key, stop };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function keepLastLines(child: ChildProcess, onLine: (line: string) => void): string[] {
  const lines: string[] = [];
  const keep = (line: string) => {
    if (line.trim() === '') return;
    onLine(line);
    lines.push(line);
    if (lines.length > linesKept) lines.shift();
  };
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', keep);
  }
  child.on('error', (error) => lines.push(error.message));
  return lines;
}

async function untilHealthy(url: string, child: ChildProcess, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + startSeconds * 1000;
  while (performance.now() < deadline) {
    if (signal.aborted) throw new Error('The start was broken off. The product said:');
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
      throw new Error('The product ended while it was starting. It said:');
    }
    const healthy = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(5_000) }).then(
      (response) => response.ok,
      () => false,
    );
    if (healthy) return;
    await pause(250);
  }
  throw new Error(`The product did not answer at ${url} within ${startSeconds} seconds. It said:`);
}

async function stopAndRemove(child: ChildProcess, data: string): Promise<void> {
  await stopGroup(child);
  await rm(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** Asks npm, which passes it on; what is left of the group after a while is ended by force. */
async function stopGroup(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
  const deadline = performance.now() + stopSeconds * 1000;
  while (groupAlive(pid)) {
    if (performance.now() > deadline) {
      process.kill(-pid, 'SIGKILL');
      return;
    }
    await pause(100);
  }
}

function groupAlive(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}
