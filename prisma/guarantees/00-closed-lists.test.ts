import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  activityMoves,
  actorTypes,
  branchMoves,
  childMoves,
  instanceMoves,
  taskMoves,
  waitReasons,
} from '@/lib/engine/lifecycle';
import { attempt, refusals } from '@/lib/testing/attempt';
import { type GuardedWorld, guardedDefinition, guardedWorld } from '@/lib/testing/guarded-world';

let world: GuardedWorld;

beforeAll(async () => {
  world = await guardedWorld();
});
afterAll(() => world.drop());

test.each([
  ['instance', instanceMoves],
  ['activity', activityMoves],
  ['task', taskMoves],
  ['branch', branchMoves],
  ['child', childMoves],
] as const)('the closed list of the %s in the database is the one of the core', async (lifecycle, moves) => {
  const { rows } = await world.owner.query<{ move: string }>(
    `SELECT from_status || ' → ' || to_status AS move FROM lifecycle_moves WHERE lifecycle = $1`,
    [lifecycle],
  );

  const listed = Object.entries(moves).flatMap(([from, targets]) =>
    targets.map((to: string) => `${from} → ${to}`),
  );
  expect(rows.map(({ move }) => move).sort()).toEqual(listed.sort());
});

test('there is no sixth list', async () => {
  const { rows } = await world.owner.query('SELECT DISTINCT lifecycle FROM lifecycle_moves');

  expect(rows).toHaveLength(5);
});

test('a list of the product grows by a migration only, not even by the owner', async () => {
  const growing = await attempt(world.owner, null, [
    "INSERT INTO lifecycle_moves VALUES ('instance', 'completed', 'running')",
  ]);
  const shrinking = await attempt(world.owner, null, [
    "DELETE FROM lifecycle_moves WHERE to_status = 'cancelled'",
  ]);

  expect(growing).toMatchObject({ refused: refusals.writtenOnce });
  expect(shrinking).toMatchObject({ refused: refusals.writtenOnce });
});

test('a published version has one row for every step and every pair that a transition connects', async () => {
  const states = await world.owner.query<{ state: string; entry: boolean }>(
    'SELECT state, entry FROM definition_states WHERE version_id = $1',
    [world.published.versionId],
  );
  const moves = await world.owner.query<{ move: string }>(
    `SELECT from_state || ' → ' || to_state AS move FROM state_moves WHERE version_id = $1`,
    [world.published.versionId],
  );

  const { steps, transitions } = guardedDefinition;
  expect(states.rows.map(({ state }) => state).sort()).toEqual(steps.map(({ key }) => key).sort());
  expect(states.rows.filter(({ entry }) => entry)).toEqual([{ state: 'start', entry: true }]);
  expect(moves.rows.map(({ move }) => move).sort()).toEqual(
    transitions.map(({ from, to }) => `${from} → ${to}`).sort(),
  );
});

test.each([
  ['instance_is_whole', /p_waiting_for <@ ARRAY\[([^\]]+)\]/, waitReasons],
  ['event_is_whole', /p_actor_type IN \(([^)]+)\)/, actorTypes],
] as const)('%s knows the same words as the core', async (check, list, words) => {
  const { rows } = await world.owner.query<{ text: string }>(
    'SELECT prosrc AS text FROM pg_proc WHERE oid = $1::regproc',
    [check],
  );

  const listed = [...(list.exec(rows[0]!.text)?.[1] ?? '').matchAll(/'([^']+)'/g)].map((match) => match[1]);
  expect(listed.sort()).toEqual([...words].sort());
});
