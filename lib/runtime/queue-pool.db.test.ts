import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, createTestDatabase } from '@/lib/testing/database';
import { createQueuePool } from './queue-pool';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('commits of the queue do not wait for the disk', async () => {
  const pool = createQueuePool(database.ownerUrl, 1);
  const { rows } = await pool.query('SHOW synchronous_commit');
  await pool.end();

  expect(rows).toEqual([{ synchronous_commit: 'off' }]);
});

test('a connection that is given back twice, as by a listener that loses it while it stops, is given back once', async () => {
  const pool = createQueuePool(database.ownerUrl, 1);
  const give = await new Promise<(error?: Error) => void>((resolve, reject) => {
    pool.connect((error: Error | undefined, _client: PoolClient | undefined, release) => {
      if (error) reject(error);
      else resolve(release);
    });
  });
  give();
  give();

  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
  await pool.end();
});
