import { type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Account, accountFor, canEnter } from '@/lib/database/embedded/account';
import { findBinaries, systemFolder } from '@/lib/database/embedded/binaries';
import { checkVersion, clearLeftovers, makeCluster, ownerName } from '@/lib/database/embedded/cluster';
import { freePort } from '@/lib/database/embedded/free-port';
import { type EmbeddedRecord, newRecord, readRecord, writeRecord } from '@/lib/database/embedded/record';
import {
  hasEnded,
  launchServer,
  ServerDied,
  type ServerOptions,
  stopServer,
} from '@/lib/database/embedded/server';

/** A running embedded PostgreSQL. */
export interface EmbeddedDatabase {
  /** The owner's connection string. */
  url: string;
  /** Where the cluster stands; outside the data folder when PostgreSQL's user cannot enter that. */
  cluster: string;
  /** The server's process id, which changes when it had to be started again. */
  pid(): number | undefined;
  /** Stops the server and waits until everything is written out. */
  stop(): Promise<void>;
}

/** What to start. */
export interface EmbeddedOptions {
  dataFolder: string;
  /** The database's name; made when missing. */
  database?: string;
  /** False: a crash of the machine may lose data, in exchange for speed (tests). */
  durable?: boolean;
  /** Hears what an operator should know: that the server died, that it runs again. */
  onEvent?: (message: string) => void;
}

/** The name of the product's own database. */
export const defaultDatabase = 'interlock';

/**
 * Starts the PostgreSQL that comes from npm, on 127.0.0.1 alone, making its cluster in the data folder at the first
 * start. It recovers what a `kill -9` left, and starts the server again when it dies. One process at a time may do
 * this on a data folder: the caller holds its lock.
 * @throws Error with what to do
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataFolder, database = defaultDatabase, durable = true, onEvent = () => undefined } = options;
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const known = readRecord(dataFolder);
  const record = known ?? newRecord();
  const existing = known ? clusterOf(dataFolder, known) : undefined;
  const account = accountFor(existing && existsSync(existing) ? existing : undefined);
  const cluster = choosePlace(dataFolder, record, account);
  const binaries = findBinaries(account);

  // Written before the cluster is made with its password: a start that is cut off in between goes on from here.
  writeRecord(dataFolder, record);
  if (existsSync(path.join(cluster, 'PG_VERSION'))) checkVersion(cluster, binaries);
  else makeCluster({ cluster, password: record.password, account, binaries, durable });
  await clearLeftovers(cluster);

  const logFile = path.join(dataFolder, 'postgres.log');
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000) rmSync(logFile);
  const urlOf = (port: number, name: string) =>
    `postgres://${ownerName}:${record.password}@127.0.0.1:${port}/${name}`;
  const serverOn = (port: number): ServerOptions => ({
    program: binaries.postgres,
    cluster,
    account,
    port,
    logFile,
    durable,
    url: urlOf(port, 'postgres'),
  });

  const { child, port } = await launchOnFreePort(record.port, serverOn);
  writeRecord(dataFolder, { ...record, port });
  const watched = watch(child, () => launchPatiently(serverOn(port)), onEvent);
  await ensureDatabase(urlOf(port, 'postgres'), database);
  return { url: urlOf(port, database), cluster, ...watched };
}

/** Sets `record.elsewhere` for a first start in a folder that PostgreSQL's user cannot enter. */
function choosePlace(dataFolder: string, record: EmbeddedRecord, account: Account): string {
  const place = clusterOf(dataFolder, record);
  if (record.elsewhere || account.uid === undefined) return place;
  // Root's data folder is closed; letting PostgreSQL's user through (not look around) is enough.
  chmodSync(dataFolder, statSync(dataFolder).mode | 0o001);
  if (canEnter(account, dataFolder)) return place;
  if (existsSync(place)) {
    throw new Error(
      `PostgreSQL's user (id ${account.uid}) can no longer enter ${dataFolder}, where its cluster stands. ` +
        'Give the folders above it the right to be passed through: chmod o+x',
    );
  }
  record.elsewhere = path.join(
    systemFolder(),
    `${path.basename(dataFolder)}-${randomBytes(6).toString('hex')}`,
  );
  return record.elsewhere;
}

function clusterOf(dataFolder: string, record: EmbeddedRecord): string {
  return record.elsewhere ?? path.join(dataFolder, 'postgres');
}

/** Another process may take a port between our look and PostgreSQL's bind. */
async function launchOnFreePort(remembered: number | undefined, serverOn: (port: number) => ServerOptions) {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort(tries === 1 ? remembered : undefined);
    try {
      return { child: await launchPatiently(serverOn(port)), port };
    } catch (error) {
      const taken = error instanceof ServerDied && /could not create any TCP\/IP sockets/.test(error.log);
      if (!taken || tries === 5) throw error;
    }
  }
}

/** After a `kill -9` the dead server's sessions need a moment to notice; until then its memory is in use. */
async function launchPatiently(options: ServerOptions): Promise<ChildProcess> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await launchServer(options);
    } catch (error) {
      const occupied =
        error instanceof ServerDied && /shared memory block|lock file ".*" already exists/.test(error.log);
      if (!occupied || tries === 40) throw error;
      await sleep(250);
    }
  }
}

/** Starts the server again whenever it dies, until it is stopped. */
function watch(first: ChildProcess, launch: () => Promise<ChildProcess>, onEvent: (message: string) => void) {
  let child = first;
  let stopping = false;
  let restart: Promise<void> = Promise.resolve();
  // A process that ends without stop() still asks the server to end; it then shuts down on its own.
  const atExit = () => void child.kill('SIGINT');
  process.once('exit', atExit);

  const guard = () =>
    child.once('exit', (code, signal) => {
      if (!stopping) restart = again(`PostgreSQL ended (${signal ?? `exit code ${code}`})`);
    });
  const again = async (why: string): Promise<void> => {
    onEvent(`${why}; starting it again`);
    for (let tries = 0; !stopping; tries += 1) {
      try {
        child = await launch();
        onEvent('PostgreSQL runs again');
        guard();
        return;
      } catch (error) {
        onEvent(error instanceof Error ? error.message : String(error));
        await sleep(Math.min(10_000, 500 * 2 ** tries));
      }
    }
  };
  guard();

  return {
    pid: () => (hasEnded(child) ? undefined : child.pid),
    stop: async () => {
      stopping = true;
      await restart;
      await stopServer(child);
      process.removeListener('exit', atExit);
    },
  };
}

async function ensureDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
