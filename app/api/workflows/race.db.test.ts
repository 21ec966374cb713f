import { afterAll, beforeAll, expect, test } from 'vitest';
import { raceApprovers } from '@/lib/testing/approver-race';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { POST } from './tasks/[id]/decide/route';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('forty approvers race on forty tasks over HTTP: each is decided once, and the others hear that it is decided', async () => {
  const race = { approvers: 40, tasks: 40, rivals: 3, atOnce: 12 };

  const result = await raceApprovers(database.owner, POST, race);

  expect(result.others).toEqual([]);
  expect(result.decided).toBe(40);
  expect(result.decisionsOfTasks).toEqual({ 1: 40 });
  expect(Object.values(result.refused).reduce((sum, count) => sum + count, 0)).toBe(80);
});
