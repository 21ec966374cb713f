import { afterAll, beforeAll, expect, test } from 'vitest';
import { attempt, refusals } from '@/lib/testing/attempt';
import { noteEvent, statusEvent } from '@/lib/testing/builders/planned-event';
import { type GuardedWorld, guardedWorld } from '@/lib/testing/guarded-world';
import { HandMadeInstance } from '@/lib/testing/hand-made';

let world: GuardedWorld;

beforeAll(async () => {
  world = await guardedWorld();
});
afterAll(() => world.drop());

const running = () => HandMadeInstance.at(world.app, world.tenantId, world.published, 'running');
const note = (index: number) => noteEvent('TIMER_FIRED', 'timer', `t${index}`);

/** The sequence numbers of a history beside the version of its instance. */
async function numbers(instance: HandMadeInstance) {
  const { rows } = await world.owner.query<{ version: number; sequences: number[] }>(
    `SELECT i.version::int AS version, array_agg(e.sequence::int ORDER BY e.sequence) AS sequences
     FROM instances i JOIN events e ON e.instance_id = i.id WHERE i.id = $1 GROUP BY i.version`,
    [instance.id],
  );
  return rows[0]!;
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

test('the version is the number of the last event, and events count from 1', async () => {
  const instance = await running();
  for (const count of [1, 3, 10]) await instance.mustMove(upTo(count).map(note));

  expect(await numbers(instance)).toEqual({ version: 18, sequences: upTo(18) });
});

test.each([-1, 0, 2, 100])(
  'a version that moves by %i with one event is refused, to the owner too',
  async (by) => {
    const instance = await running();
    const { sequence } = await instance.snapshot();

    const attack = await attempt(
      world.owner,
      null,
      [
        `INSERT INTO events (tenant_id, instance_id, sequence, type, subject, branch, actor_type, actor_id, actor_name)
       VALUES ($1, $2, $3, 'FORGED', 'timer', 'main', 'user', 'x', 'X')`,
        world.tenantId,
        instance.id,
        sequence + 1,
      ],
      [
        `UPDATE instances SET version = version + $2, waiting_for = waiting_for WHERE id = $1`,
        instance.id,
        by,
      ],
    );

    expect(attack).toMatchObject({ refused: refusals.invalidPlan });
    expect(await numbers(instance)).toEqual({ version: sequence, sequences: upTo(sequence) });
  },
);

test('an instance without a first event does not stay', async () => {
  const made = await attempt(world.owner, null, [
    `INSERT INTO instances (tenant_id, id, definition_id, definition_version_id, definition_key, definition_version,
       subject_type, subject_id, subject_unique, input, context)
     SELECT tenant_id, gen_random_uuid(), definition_id, id, key, version, 'order', '1', false, '{}', '{}'
     FROM definition_versions WHERE id = $1`,
    world.published.versionId,
  ]);

  expect(made).toMatchObject({ refused: refusals.invalidPlan });
});

test('of movers that saw the same version one moves, and the others hear that it is stale and what it is now', async () => {
  const instance = await running();
  const before = await instance.snapshot();

  const results = await Promise.all(upTo(20).map((index) => instance.move([note(index)], { before })));

  const refused = results.flatMap((result) => (result.ok ? [] : [result.refusal]));
  expect(refused).toHaveLength(19);
  for (const refusal of refused) {
    expect(refusal).toMatchObject({
      code: 'stale',
      data: { version: before.sequence + 1, status: 'running' },
    });
  }
  expect(await numbers(instance)).toEqual({ version: 5, sequences: upTo(5) });
});

test('movers that look again after every refusal all get through, without a gap', async () => {
  const instance = await running();
  const persistent = async (index: number) => {
    while (!(await instance.move([note(index), note(index)])).ok);
  };

  await Promise.all(upTo(8).map(persistent));

  expect(await numbers(instance)).toEqual({ version: 20, sequences: upTo(20) });
});

test('of two racing moves that are both lawful one wins, 30 times, and the loser changed nothing', async () => {
  for (let round = 0; round < 30; round += 1) {
    const instance = await running();
    const before = await instance.snapshot();

    const [paused, failed] = await Promise.all([
      instance.move([statusEvent('running', 'paused')], { before }),
      instance.move([statusEvent('running', 'failed')], { before }),
    ]);

    expect([paused.ok, failed.ok].filter(Boolean)).toHaveLength(1);
    const loser = paused.ok ? failed : paused;
    expect(loser).toMatchObject({ ok: false, refusal: { code: 'stale' } });
    expect(await numbers(instance)).toEqual({ version: 5, sequences: upTo(5) });
    expect(await instance.snapshot()).toMatchObject({ status: paused.ok ? 'paused' : 'failed' });
  }
});
