import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { withDatabase } from '@/lib/database/connection-string';
import { startEmbedded } from '@/lib/database/embedded';
import { migrate } from '@/lib/database/migrate';
import { appUrl } from '@/lib/database/roles';

/** A migrated, empty database for one run of the bench. */
export type BenchServer = {
  readonly ownerUrl: string;
  readonly appUrl: string;
  /** What the figures were measured on, in words. */
  readonly description: string;
  stop(): Promise<void>;
};

/**
 * The server that the bench measures: that of DATABASE_URL (in a database of its own, dropped afterwards), else an embedded
 * one in a temporary folder, with its usual durability.
 */
export async function startServer(): Promise<BenchServer> {
  const outside = process.env.DATABASE_URL;
  const server = outside ? { url: outside, stop: () => Promise.resolve() } : await embedded();
  const database = `interlock_bench_${randomBytes(4).toString('hex')}`;
  const secret = randomBytes(32).toString('hex');
  const ownerUrl = withDatabase(server.url, database);
  await ask(server.url, `CREATE DATABASE ${database}`);
  await migrate({ ownerUrl, secret });
  const loginUrl = appUrl(ownerUrl, secret);
  return {
    ownerUrl,
    appUrl: loginUrl,
    description: await describe(ownerUrl),
    stop: async () => {
      await ask(server.url, `DROP DATABASE ${database} WITH (FORCE)`);
      await ask(server.url, `DROP ROLE ${new URL(loginUrl).username}`);
      await server.stop();
    },
  };
}

async function embedded(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'interlock-bench-'));
  chmodSync(dataFolder, 0o711);
  const database = await startEmbedded({ dataFolder });
  return {
    url: database.url,
    stop: async () => {
      await database.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

async function describe(url: string): Promise<string> {
  const names = ['server_version', 'fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers'];
  const settings: string[] = [];
  for (const name of names)
    settings.push(`${name} ${await ask(url, `SELECT current_setting('${name}') AS value`)}`);
  return `PostgreSQL ${settings.join(', ').replace('server_version ', '')}`;
}

async function ask(url: string, sql: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ value: string }>(sql)).rows[0]?.value;
  } finally {
    await client.end();
  }
}
