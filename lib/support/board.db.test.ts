import { afterAll, beforeAll, expect, test } from 'vitest';
import { boardRows } from '@/components/support/board-rows';
import { ageFilters } from '@/components/support/board-address';
import type { Definition } from '@/lib/engine/definition/schema';
import { cancelInstance, retryInstance } from '@/lib/instances/commands';
import { listInstances } from '@/lib/instances/queries';
import { ageBounds, takeCounts } from '@/lib/runtime/operations-counts';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { publish, refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { readBoard } from './board';
import { readFlow } from './flow';
import { listIncidentGroups, putIncidentGroup } from './incidents';
import { ageHours } from './schema';

let database: TestDatabase;
let world: World;

/** Its only condition cannot be evaluated as long as the amount is missing. */
const broken: Definition = {
  key: 'payout',
  name: 'Payout',
  subject: { type: 'order' },
  startableBy: ['employee'],
  input: { type: 'object', properties: { amount: { type: 'number' } } },
  steps: [
    { key: 'start', type: 'START' },
    { key: 'choosing', type: 'DECISION', name: 'Choosing' },
    { key: 'done', type: 'END', outcome: 'done' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'choosing' },
    { key: 'go', from: 'choosing', to: 'done', when: 'context.amount > 5.0' },
  ],
};
const failing: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
  await publish(world.admin, broken);
  for (const id of ['R-1', 'R-2', 'R-3']) await world.start({ subject: { id } });
  for (const id of ['P-1', 'P-2', 'P-3', 'P-4', 'P-5']) {
    const order = { definition: 'payout', subject: { id }, input: {} };
    failing.push((await world.start(order)).id);
  }
});
afterAll(() => database.drop());

test('ages are bounded alike where they are counted and where they are listed', () => {
  expect(ageHours).toEqual(ageBounds);
});

test('each number of the board is the number of instances in the list behind it', async () => {
  const sam = await world.person('sam');
  await takeCounts(database.app, world.tenantId);
  const board = take(await readBoard(sam));
  const count = async (query: Parameters<typeof listInstances>[1]) =>
    take(await listInstances(sam, query, { limit: 200 })).items.length;

  expect(board.totals).toMatchObject({ live: 8, attention: 5, overdue: 0, failed: 0, paused: 0 });
  expect(await count({ status: ['needs_attention'] })).toBe(board.totals.attention);
  expect(await count({ deadline: 'none' })).toBe(board.totals.undated);
  const rows = boardRows(board);
  expect(rows.map(({ definition, count: live }) => [definition, live])).toEqual([
    ['payout', 5],
    ['refund', 3],
  ]);
  for (const { definition, steps } of rows)
    for (const step of steps)
      for (const [bucket, ages] of step.ages.entries())
        expect(
          await count({ definition, state: step.step, sort: 'age', ...ageFilters(bucket) }),
          `${step.step} ${bucket}`,
        ).toBe(ages);
});

test('the board, its diagram and the incidents are support’s alone', async () => {
  const ann = await world.person('ann');

  for (const refused of [
    await readBoard(ann),
    await readFlow(ann, 'refund'),
    await listIncidentGroups(ann),
    await putIncidentGroup(ann, failing[0]!, { owner: 'me' }),
  ])
    expect(refused).toMatchObject({ refusal: { code: 'forbidden' } });
});

test('the flow says which ways the newest instances took, and how many there were', async () => {
  const flow = take(await readFlow(await world.person('sam'), 'refund', 1));

  expect(flow).toMatchObject({ sample: 3, taken: { begin: 3 } });
  expect(flow.days).toHaveLength(14);
  expect(flow.days.at(-1)).toMatchObject({ started: 3, closed: 0 });
});

test('incidents of one cause are one group, with an owner, a note and a snooze', async () => {
  const sam = await world.person('sam');
  const look = async (filters = {}) => take(await listIncidentGroups(sam, filters));
  const { tiles, groups } = await look();

  expect(tiles).toMatchObject({ open: 5, instances: 5, compensationFailed: 0, retrying: 0 });
  expect(groups).toMatchObject([
    {
      definition: 'payout',
      definitionName: 'Payout',
      stepName: 'Choosing',
      open: 5,
      versions: [1],
      owner: null,
    },
  ]);
  expect(groups[0]!.trend.at(-1)).toBe(5);
  const id = groups[0]!.id;
  const until = new Date(Date.now() + 3_600_000).toISOString();
  take(await putIncidentGroup(sam, id, { owner: 'me', note: 'The amount is missing.', snoozedUntil: until }));

  expect((await look()).groups).toEqual([]);
  expect((await look({ snoozed: 'with', owner: 'me' })).groups).toMatchObject([
    { owner: { name: 'Sam' }, note: 'The amount is missing.' },
  ]);
  take(await putIncidentGroup(sam, id, { snoozedUntil: null }));
  expect(take(await listInstances(sam, { cause: id })).items).toHaveLength(5);
});

test('a cause is likely fixed when several went on since its last incident, and not after it came again', async () => {
  const sam = await world.person('sam');
  const group = async () => take(await listIncidentGroups(sam)).groups[0]!;
  for (const id of failing.slice(0, 3))
    take(await retryInstance(sam, id, { reason: 'corrected', context: { amount: 10 } }));
  expect(await group()).toMatchObject({ open: 2, recovered: 3, likelyFixed: true });

  await world.start({ definition: 'payout', subject: { id: 'P-6' }, input: {} });

  expect(await group()).toMatchObject({ open: 3, recovered: 0, likelyFixed: false });
  take(await cancelInstance(sam, failing[3]!, { reason: 'x' }));
  expect(await group()).toMatchObject({ open: 2 });
});
