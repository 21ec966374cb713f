import pg from 'pg';
import { configuration } from '@/lib/configuration/configuration';
import { readRefusal } from '@/lib/database/errors';

/** Connections of one process: enough to keep two cores of PostgreSQL busy; more only queue inside it. */
const size = 6;

const shared = globalThis as typeof globalThis & { interlockPool?: pg.Pool };

/**
 * A pool whose broken idle connections are dropped quietly: the next query opens a new one, so a database that was
 * away is used again as soon as it is back. A statement that the database refuses costs no connection.
 */
export function createPool(url: string, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'interlock',
    idle_in_transaction_session_timeout: 60_000,
    ...options,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.query = ((statement: pg.QueryConfig, values?: unknown[]) =>
    queryAndKeep(pool, statement, values)) as pg.Pool['query'];
  return pool;
}

/**
 * What a pool's own `query` does, but for refusals: it closes the connection after any error, and where several people
 * race for the same tasks the next statement of each would then wait for a new one that has nothing planned yet.
 */
async function queryAndKeep(pool: pg.Pool, statement: pg.QueryConfig, values?: unknown[]) {
  const client = await pool.connect();
  try {
    const result = await client.query(statement, values);
    client.release();
    return result;
  } catch (error) {
    client.release(readRefusal(error) === null);
    throw error;
  }
}

/**
 * This process's one pool of the app role, shared with Prisma (client.ts). It outlives the reloads of Next's
 * development server, which would otherwise leave a pool behind at each.
 * @throws Error when the process was started without the app role's connection string
 */
export function appPool(): pg.Pool {
  shared.interlockPool ??= createPool(appDatabaseUrl());
  return shared.interlockPool;
}

/** Gives the process its pool, for processes that compute the connection string themselves (lib/cli, tests). */
export function useAppPool(pool: pg.Pool): void {
  shared.interlockPool = pool;
}

function appDatabaseUrl(): string {
  const url = configuration().appDatabaseUrl;
  if (url) return url;
  throw new Error(
    'This process was given no database. Start it with `npm start` or `npm run dev`, which set INTERLOCK_APP_DATABASE_URL.',
  );
}
