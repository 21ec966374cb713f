import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Actor } from '@/lib/people/actor';
import { closeChangeFeed, subscribe } from '@/lib/runtime/change-feed';
import { refund, refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { until } from '@/lib/testing/until';
import { saveDraft } from './commands';
import { bePresent, leaveDraft } from './presence';

let database: TestDatabase;
let world: World;
let dora: Actor;
let carol: Actor;
/** Definitions whose drafts were told of, and instances that were said to have moved. */
let told: string[];
let moved: string[];
let stop: () => void;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
  dora = await world.person('dora');
  carol = { ...(await world.person('carol')), permissions: ['definitions.read', 'definitions.edit'] };
});
afterAll(async () => {
  await closeChangeFeed();
  await database.drop();
});
beforeEach(async () => {
  await database.owner.query('DELETE FROM draft_presence');
  told = [];
  moved = [];
  stop = subscribe(dora.tenantId, (ids) => moved.push(...ids), { draft: (id) => told.push(id) });
});
afterEach(() => stop());

test('two people on one draft see each other, with since when, and those who were there hear of it at once', async () => {
  const alone = take(await bePresent(dora, 'refund'));
  told = [];
  const second = take(await bePresent(carol, 'refund'));

  expect(alone.others).toEqual([]);
  expect(second.others).toEqual([{ name: 'Dora', since: expect.any(String) }]);
  await until('the notice', () => told.includes(alone.id));
  expect(take(await bePresent(dora, 'refund')).others).toMatchObject([{ name: 'Carol' }]);
});

test('who leaves is gone at once, who is silent after a while, and who comes back is there anew', async () => {
  const { id } = take(await bePresent(carol, 'refund'));
  await bePresent(dora, 'refund');
  told = [];

  take(await leaveDraft(carol, 'refund'));
  await until('the notice', () => told.includes(id));
  expect(take(await bePresent(dora, 'refund')).others).toEqual([]);

  take(await bePresent(carol, 'refund'));
  await database.owner.query(
    `UPDATE draft_presence SET since = now() - interval '1 hour', seen_at = now() - interval '5 minutes'
     WHERE person_id = $1`,
    [carol.personId],
  );
  expect(take(await bePresent(dora, 'refund')).others).toEqual([]);
  take(await bePresent(carol, 'refund'));
  const [again] = take(await bePresent(dora, 'refund')).others;
  expect(Date.now() - Date.parse(again!.since)).toBeLessThan(60_000);
});

test('a save is told to the others on the draft, with the revision that it made, and to nobody where one is alone', async () => {
  const { id, revision } = take(await bePresent(carol, 'refund'));
  await until('the notice', () => told.includes(id));
  told = [];

  const { revision: saved } = take(await saveDraft(dora, 'refund', { definition: refund }, revision));
  await until('the notice', () => told.includes(id));
  expect(take(await bePresent(carol, 'refund')).revision).toBe(saved);

  await leaveDraft(carol, 'refund');
  await until('the notice', () => told.includes(id));
  told = [];
  take(await saveDraft(dora, 'refund', { definition: refund }, saved));
  // What is told later than this was told after it.
  take(await bePresent(carol, 'refund'));
  await until('the notice', () => told.includes(id));
  expect(told).toEqual([id]);
  expect(moved).toEqual([]);
});

test('it takes the right to edit, a person, and a definition of one’s own organization', async () => {
  const stranger = await (await refundWorld(database.owner)).person('dora');
  take(await bePresent(stranger, 'refund'));

  expect(take(await bePresent(dora, 'refund')).others).toEqual([]);
  expect(await bePresent(dora, 'nothing')).toMatchObject({ refusal: { code: 'not_found' } });
  expect(await bePresent({ ...dora, permissions: ['definitions.read'] }, 'refund')).toMatchObject({
    refusal: { code: 'forbidden' },
  });
  expect(await bePresent({ ...dora, apiKeyId: dora.personId }, 'refund')).toMatchObject({
    refusal: { code: 'not_allowed' },
  });
});
