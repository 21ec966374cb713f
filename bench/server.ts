import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { withDatabase } from '@/lib/database/connection-string';
import { startEmbedded } from '@/lib/database/embedded';
import { migrate } from '@/lib/database/migrate';
import { appUrl } from '@/lib/database/roles';
import { scratchServer } from '@/lib/database/scratch';

/** A migrated, empty database for one run of the bench. */
export type BenchServer = {
  readonly ownerUrl: string;
  readonly appUrl: string;
  /** Of an empty database beside it on the same server, for another product. */
  readonly peerUrl: string;
  /** What the figures were measured on, in words. */
  readonly description: string;
  stop(): Promise<void>;
};

/** A database of its own on the server of DATABASE_URL, or on an embedded one with its usual durability. */
export async function startServer(): Promise<BenchServer> {
  const server = await scratchServer(process.env.DATABASE_URL, true);
  const database = `interlock_bench_${randomBytes(4).toString('hex')}`;
  const secret = randomBytes(32).toString('hex');
  const ownerUrl = withDatabase(server.ownerUrl, database);
  const peer = `${database}_peer`;
  await ask(server.ownerUrl, `CREATE DATABASE ${database}`);
  await ask(server.ownerUrl, `CREATE DATABASE ${peer}`);
  await migrate({ ownerUrl, secret });
  const loginUrl = appUrl(ownerUrl, secret);
  return {
    ownerUrl,
    appUrl: loginUrl,
    peerUrl: withDatabase(server.ownerUrl, peer),
    description: await describe(ownerUrl),
    stop: async () => {
      await ask(server.ownerUrl, `DROP DATABASE ${database} WITH (FORCE)`);
      await ask(server.ownerUrl, `DROP DATABASE ${peer} WITH (FORCE)`);
      await ask(server.ownerUrl, `DROP ROLE ${new URL(loginUrl).username}`);
      await server.stop();
    },
  };
}

/** An embedded database that stays in a folder, for rows that take long to make; brought up to this release at each start. */
export async function keptServer(dataFolder: string): Promise<Omit<BenchServer, 'peerUrl'>> {
  const { url: ownerUrl, stop } = await startEmbedded({ dataFolder });
  const secret = createHash('sha256').update(new URL(ownerUrl).password).digest('hex');
  await migrate({ ownerUrl, secret });
  return { ownerUrl, appUrl: appUrl(ownerUrl, secret), description: await describe(ownerUrl), stop };
}

async function describe(url: string): Promise<string> {
  const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers'];
  const settings: string[] = [];
  for (const name of names) {
    settings.push(`${name} ${await ask(url, `SELECT current_setting('${name}') AS value`)}`);
  }
  const version = await ask(url, "SELECT current_setting('server_version') AS value");
  return `PostgreSQL ${version}, ${settings.join(', ')}`;
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
