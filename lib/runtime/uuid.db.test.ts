import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, createTestDatabase } from '@/lib/testing/database';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('ids that the database makes are those of version 7, in the order in which they were made', async () => {
  const { rows } = await database.owner.query<{ id: string }>(
    `SELECT public.new_id() AS id, pg_sleep(0.00005) FROM generate_series(1, 200)`,
  );
  const ids = rows.map(({ id }) => id);

  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Math.abs(Number(`0x${id.slice(0, 8)}${id.slice(9, 13)}`) - Date.now())).toBeLessThan(3_600_000);
  }
});
