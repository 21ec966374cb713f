import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type TestProject } from 'vitest/node';
import { withDatabase } from '@/lib/database/connection-string';
import { startEmbedded } from '@/lib/database/embedded';
import { migrate } from '@/lib/database/migrate';

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
    await query(ownerUrl, `create database ${template}`);
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
  const databases = await query(
    ownerUrl,
    `select datname as name from pg_database where datname like '${prefix}%'`,
  );
  for (const { name } of databases) await query(ownerUrl, `drop database if exists ${name} with (force)`);
  const roles = await query(ownerUrl, `select rolname as name from pg_roles where rolname like '${prefix}%'`);
  for (const { name } of roles) await query(ownerUrl, `drop role if exists ${name}`);
}

async function query(url: string, sql: string): Promise<{ name: string }[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ name: string }>(sql)).rows;
  } finally {
    await client.end();
  }
}
