import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { appPool } from './pool';
import { warmDatabase } from './warm';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('before the first page is asked for, every connection of the process is open and given back', async () => {
  const pool = appPool();

  await warmDatabase();

  expect(pool.totalCount).toBe(pool.options.max);
  expect([pool.idleCount, pool.waitingCount]).toEqual([pool.options.max, 0]);
});
