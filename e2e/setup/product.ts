import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { withDatabase } from '@/lib/database/connection-string';
import { appRoleName } from '@/lib/database/roles';
import { dropDatabase } from '@/lib/testing/drop-database';

const logFile = 'report/e2e-product.log';
/** Minutes for a first start, which may have to build the screens. */
const patience = 10;

/**
 * Starts the product for a run of the journeys, as `npm start` does, and stops it afterwards. The journeys find in the
 * environment: E2E_URL, E2E_DATA (its folder), E2E_MAILBOX_URL, E2E_API_KEY (an administrator's key).
 * With E2E_EXTERNAL=1 the product of E2E_URL is used as it is.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_EXTERNAL) return undefined;
  const url = process.env.E2E_URL ?? '';
  const data = mkdtempSync(path.join(tmpdir(), 'interlock-e2e-'));
  const database = await makeDatabase();
  const environment = {
    INTERLOCK_DATA: data,
    INTERLOCK_DEMO: '1',
    INTERLOCK_API_KEY: randomBytes(24).toString('hex'),
    INTERLOCK_SECRET: randomBytes(32).toString('hex'),
    DATABASE_URL: database?.url ?? '',
    SMTP_URL: '',
  };

  const remove = async () => {
    await database?.drop();
    rmSync(data, { recursive: true, force: true });
  };
  const end = await startProduct(url, environment).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  const stop = async () => {
    await end();
    await remove();
  };
  try {
    const { smtp, web } = JSON.parse(readFileSync(path.join(data, 'mailbox.json'), 'utf8')) as Record<
      string,
      number
    >;
    // The demo goes by itself into an embedded database only.
    if (database)
      seed({ ...process.env, INTERLOCK_URL: url, ...environment, SMTP_URL: `smtp://127.0.0.1:${smtp}` });
    process.env.E2E_DATA = data;
    process.env.E2E_API_KEY = environment.INTERLOCK_API_KEY;
    process.env.E2E_MAILBOX_URL = `http://127.0.0.1:${web}`;
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

/** A database of its own on the server of DATABASE_URL; null: the embedded one. */
async function makeDatabase(): Promise<{ url: string; drop: () => Promise<void> } | null> {
  const server = process.env.DATABASE_URL;
  if (!server) return null;
  const name = `interlock_test_e2e_${randomBytes(4).toString('hex')}`;
  await withClient(server, (client) => client.query(`create database ${name}`));
  return {
    url: withDatabase(server, name),
    drop: () => withClient(server, (client) => dropDatabase(client, name, appRoleName(name))),
  };
}

/**
 * Starts the production build at this address and waits until it answers.
 * @param settings of the product, over those of this process
 * @returns what stops it
 */
export async function startProduct(
  url: string,
  settings: Readonly<Record<string, string>>,
): Promise<() => Promise<void>> {
  const product = start({ ...process.env, PORT: new URL(url).port, INTERLOCK_URL: url, ...settings });
  try {
    await healthy(url, product);
  } catch (error) {
    await end(product);
    throw error;
  }
  return () => end(product);
}

function start(env: NodeJS.ProcessEnv): ChildProcess {
  mkdirSync(path.dirname(logFile), { recursive: true });
  const log = openSync(logFile, 'w');
  const product = spawn(process.execPath, ['lib/cli/bootstrap.mjs', 'start'], {
    env,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  return product;
}

async function healthy(url: string, product: ChildProcess): Promise<void> {
  const deadline = Date.now() + patience * 60_000;
  while (Date.now() < deadline && product.exitCode === null && product.signalCode === null) {
    const answer = await fetch(`${url}/api/health`).catch(() => null);
    if (answer?.ok) return;
    await sleep(300);
  }
  throw new Error(`The product did not start. It said:\n${readFileSync(logFile, 'utf8').slice(-4000)}`);
}

function seed(env: NodeJS.ProcessEnv): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['lib/cli/bootstrap.mjs', 'seed'], {
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The demo could not be made:\n${stdout}${stderr}`);
}

async function end(product: ChildProcess): Promise<void> {
  if (product.exitCode !== null || product.signalCode !== null) return;
  const ended = new Promise((resolve) => product.once('exit', resolve));
  product.kill('SIGTERM');
  await ended;
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
