import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type TestProject } from 'vitest/node';
import { withDatabase } from '@/lib/database/connection-string';
import { startEmbedded } from '@/lib/database/embedded';
import { migrate } from '@/lib/database/migrate';
import { appRoleName } from '@/lib/database/roles';
import { dropDatabase } from '@/lib/testing/drop-database';

/** What the tests of a run are told about the server (`inject('databaseServer')`). */
export interface DatabaseServer {
  /** The owner's connection string. */
  ownerUrl: string;
  /** A migrated database that each test database is a copy of. */
  template: string;
  /** What the names of this run's databases begin with. */
  prefix: string;
  secret: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: DatabaseServer;
  }
}

/**
 * One PostgreSQL for a run of the `db` tests: that of TEST_DATABASE_URL or DATABASE_URL, else an embedded one in a
 * temporary folder. Nothing of it is left afterwards.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const outside = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL;
  const { ownerUrl, stop } = outside
    ? { ownerUrl: outside, stop: () => Promise.resolve() }
    : await embedded();
  const prefix = `interlock_test_${randomBytes(4).toString('hex')}`;
  const template = `${prefix}_template`;
  const secret = randomBytes(32).toString('hex');
  const teardown = async () => {
    await dropAll(ownerUrl, prefix);
    await stop();
  };
  try {
    await makeDatabase(ownerUrl, template);
    await migrate({ ownerUrl: withDatabase(ownerUrl, template), secret });
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('databaseServer', { ownerUrl, template, prefix, secret });
  return teardown;
}

async function embedded() {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'interlock-db-tests-'));
  chmodSync(dataFolder, 0o711);
  const database = await startEmbedded({ dataFolder, durable: false });
  return {
    ownerUrl: database.url,
    stop: async () => {
      await database.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Also what a test that crashed did not drop itself. */
async function dropAll(ownerUrl: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const left = await client.query<{ name: string }>(
      'select datname as name from pg_database where datname ^@ $1',
      [prefix],
    );
    for (const { name } of left.rows) await dropDatabase(client, name, appRoleName(name));
  } finally {
    await client.end();
  }
}

async function makeDatabase(ownerUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
}
