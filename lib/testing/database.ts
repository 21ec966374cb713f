import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { withDatabase } from '@/lib/database/connection-string';
import { disconnectClient } from '@/lib/database/client';
import { createPool, useAppPool } from '@/lib/database/pool';
import { appRoleName, appUrl, ensureAppRole } from '@/lib/database/roles';
import { dropDatabase } from '@/lib/testing/drop-database';

/** A migrated, empty database of a test file's own. */
export interface TestDatabase {
  ownerUrl: string;
  appUrl: string;
  /** Works around every guard: for arranging what the product could not, and for looking. */
  owner: pg.Pool;
  /** What the product works with; also the process's pool, so `forTenant` and `inTenant` use it. */
  app: pg.Pool;
  /** Removes the database with its role and ends the pools. */
  drop(): Promise<void>;
}

/**
 * Copies the run's migrated template. Call it in `beforeAll`, and `drop` in `afterAll`.
 * Only for the `db` project (`*.db.test.ts`, prisma/guarantees), which has the server.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('databaseServer');
  const name = `${server.prefix}_${randomBytes(5).toString('hex')}`;
  const ownerUrl = withDatabase(server.ownerUrl, name);
  const loginUrl = appUrl(ownerUrl, server.secret);
  await administer(server.ownerUrl, async (client) => {
    await client.query(`create database ${name} template ${server.template}`);
    await ensureAppRole(client, name, server.secret);
  });

  const owner = createPool(ownerUrl);
  const app = createPool(loginUrl);
  useAppPool(app);
  return {
    ownerUrl,
    appUrl: loginUrl,
    owner,
    app,
    drop: async () => {
      await disconnectClient();
      await Promise.all([owner.end(), app.end()]);
      await administer(server.ownerUrl, (client) => dropDatabase(client, name, appRoleName(name)));
    },
  };
}

async function administer(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
