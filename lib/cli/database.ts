import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { readRunning, type Running } from '@/lib/cli/running';
import { Refusal } from '@/lib/cli/refusal';
import type { Configuration } from '@/lib/configuration/configuration';
import { loadSecret } from '@/lib/configuration/secret';
import { databaseName } from '@/lib/database/connection-string';
import { defaultDatabase, startEmbedded } from '@/lib/database/embedded';
import { isConnectionFailure } from '@/lib/database/errors';
import { appUrl } from '@/lib/database/roles';

/** The database that a command works on. */
export interface OpenDatabase {
  /** The owner's connection string. */
  ownerUrl: string;
  /** Whether it is ours: the embedded one. */
  embedded: boolean;
  stop(): Promise<void>;
}

/**
 * Opens the database of the settings: the embedded one is started (the caller holds the data folder), that of
 * DATABASE_URL is waited for, up to half a minute.
 * @throws Refusal that says what to do
 */
export async function openDatabase(
  settings: Pick<Configuration, 'databaseUrl' | 'dataFolder'>,
  onEvent: (message: string) => void,
): Promise<OpenDatabase> {
  if (settings.databaseUrl) {
    await waitFor(settings.databaseUrl, onEvent);
    return { ownerUrl: settings.databaseUrl, embedded: false, stop: () => Promise.resolve() };
  }
  const database = await startEmbedded({ dataFolder: settings.dataFolder, onEvent });
  if (!database.cluster.startsWith(settings.dataFolder)) {
    onEvent(`PostgreSQL's user cannot enter ${settings.dataFolder}; its files stand in ${database.cluster}`);
  }
  return { ownerUrl: database.url, embedded: true, stop: () => database.stop() };
}

/**
 * The connection strings of the settings' database, which somebody else keeps running: that of DATABASE_URL, else of
 * the product that runs on the data folder.
 * @throws Refusal when nothing runs there
 */
export function runningDatabase(settings: Configuration): Pick<Running, 'ownerUrl' | 'appUrl'> {
  if (settings.databaseUrl) {
    return { ownerUrl: settings.databaseUrl, appUrl: appUrl(settings.databaseUrl, loadSecret(settings)) };
  }
  return runningProduct(settings);
}

/**
 * The product that runs on the data folder.
 * @throws Refusal when none does
 */
export function runningProduct(settings: Pick<Configuration, 'dataFolder'>): Running {
  const running = readRunning(settings.dataFolder);
  if (running) return running;
  throw new Refusal(
    `No Interlock runs on ${settings.dataFolder}. Start it (npm start), or name the folder of a running one: INTERLOCK_DATA=…`,
  );
}

/** Whether nobody has put anything into a migrated database yet; the administrator's key of a first start is not counted. */
export async function isEmpty(ownerUrl: string): Promise<boolean> {
  return withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ empty: boolean }>(
      `select not exists (select from people) and not exists (select from roles)
         and not exists (select from definitions) as empty`,
    );
    return rows[0]?.empty === true;
  });
}

/** Replaces the embedded database by an empty one. */
export async function recreateEmbedded(ownerUrl: string): Promise<void> {
  const maintenance = new URL(ownerUrl);
  maintenance.pathname = '/postgres';
  await withClient(maintenance.toString(), async (client) => {
    await client.query(`drop database if exists ${defaultDatabase} with (force)`);
    await client.query(`create database ${defaultDatabase}`);
  });
}

async function waitFor(url: string, onEvent: (message: string) => void): Promise<void> {
  const { host } = new URL(url);
  for (let tries = 0; ; tries += 1) {
    try {
      await withClient(url, (client) => client.query('select 1'));
      return;
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      if (code === '3D000') {
        const name = databaseName(url);
        throw new Refusal(
          `The server of DATABASE_URL (${host}) has no database "${name}". Make it: createdb ${name}`,
        );
      }
      if (!isConnectionFailure(error) || tries === 30) {
        throw new Refusal(`The PostgreSQL of DATABASE_URL (${host}) cannot be used: ${message || code}`);
      }
      if (tries === 0) onEvent(`Waiting for the PostgreSQL of DATABASE_URL (${host})`);
      await sleep(1000);
    }
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
