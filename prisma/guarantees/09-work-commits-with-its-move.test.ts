import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { planWrites } from '@/lib/runtime/plan-writes';
import { systemActor } from '@/lib/engine/decide/contract';
import { attempt, refusals } from '@/lib/testing/attempt';
import { statusEvent } from '@/lib/testing/builders/planned-event';
import { type GuardedWorld, guardedWorld } from '@/lib/testing/guarded-world';
import { HandMadeInstance, planned } from '@/lib/testing/hand-made';

let world: GuardedWorld;
let instance: HandMadeInstance;

beforeAll(async () => {
  world = await guardedWorld();
});
afterAll(() => world.drop());
beforeEach(async () => {
  instance = await HandMadeInstance.at(world.app, world.tenantId, world.published, 'running');
});

const effects = [{ kind: 'advance' }, { kind: 'run_activity', execution: 'main:paying:1:pay' }] as const;

/** What other sessions see of the instance: its version, its events, its work. */
async function seen() {
  const { rows } = await world.owner.query<{
    version: number;
    status: string;
    events: number;
    outbox: string[];
    queue: string[];
  }>(
    `SELECT i.version::int AS version, i.status,
       (SELECT count(*)::int FROM events e WHERE e.instance_id = i.id) AS events,
       ARRAY(SELECT o.task FROM outbox o WHERE o.instance_id = i.id ORDER BY o.id) AS outbox,
       ARRAY(SELECT t.identifier FROM graphile_worker._private_jobs j
             JOIN graphile_worker._private_tasks t ON t.id = j.task_id
             WHERE j.payload ->> 'instanceId' = i.id::text ORDER BY t.identifier) AS queue
     FROM instances i WHERE i.id = $1`,
    [instance.id],
  );
  return rows[0]!;
}

const asItWas = { version: 4, status: 'running', events: 4, outbox: [], queue: [] };

test('before the commit nobody sees the move or its work; afterwards both', async () => {
  const before = await instance.snapshot();
  const plan = planned(before, [statusEvent('running', 'paused')], { effects });
  const client = await world.app.connect();
  await client.query('BEGIN');
  await client.query('SELECT public.transition($1, $2, $3, $4)', [
    world.tenantId,
    instance.id,
    before.sequence,
    JSON.stringify({ ...planWrites(before, plan), actor: systemActor }),
  ]);

  const during = await seen();
  await client.query('COMMIT');
  client.release();

  expect(during).toEqual(asItWas);
  expect(await seen()).toMatchObject({
    version: 5,
    status: 'paused',
    events: 5,
    outbox: ['advance', 'run-activity'],
  });
});

test('a move that is refused leaves no work', async () => {
  const refused = await instance.move(
    [statusEvent('running', 'paused'), statusEvent('paused', 'completed')],
    { effects },
  );

  expect(refused).toMatchObject({ ok: false, refusal: { code: 'not_allowed' } });
  expect(await seen()).toEqual(asItWas);
});

test('a move whose work cannot be written is not made', async () => {
  const impossible = [{ kind: 'advance', at: 'not an instant' }] as const;

  await expect(instance.move([statusEvent('running', 'paused')], { effects: impossible })).rejects.toThrow();
  expect(await seen()).toEqual(asItWas);
});

test.each([
  ['a name that is too long', { task: 'x'.repeat(129), payload: {} }],
  ['no name', { task: '', payload: {} }],
  ['a payload that is no object', { task: 'advance', payload: [] }],
])(
  'work that the queue would not take is refused with its move, instead of holding up the relay: %s',
  async (_, job) => {
    const before = await instance.snapshot();
    const plan = planned(before, [statusEvent('running', 'paused')]);
    const writes = { ...planWrites(before, plan), jobs: [job], actor: systemActor };

    const attack = await attempt(world.app, world.tenantId, [
      'SELECT public.transition($1, $2, $3, $4)',
      world.tenantId,
      instance.id,
      before.sequence,
      JSON.stringify(writes),
    ]);

    expect(attack).toMatchObject({ refused: refusals.check });
    expect(await seen()).toEqual(asItWas);
  },
);

test('a move whose history cannot be written leaves no work', async () => {
  const nameless = { ...statusEvent('running', 'paused'), type: null as never };

  await expect(instance.move([nameless], { effects })).rejects.toThrow();
  expect(await seen()).toEqual(asItWas);
});

test('a stale move leaves no work', async () => {
  const before = await instance.snapshot();
  await instance.mustMove([statusEvent('running', 'paused')], { effects: [effects[0]] });

  expect(await instance.move([statusEvent('running', 'failed')], { before, effects })).toMatchObject({
    ok: false,
  });
  expect(await seen()).toMatchObject({ version: 5, status: 'paused', outbox: ['advance'] });
});

test('the relay moves work from the outbox to the queue in one transaction, or not at all', async () => {
  await instance.mustMove([statusEvent('running', 'paused')], { effects });
  const dying = await world.owner.connect();
  await dying.query('BEGIN');
  await dying.query('SELECT relay_outbox(100)');
  await dying.query('ROLLBACK');
  dying.release();
  const afterDeath = await seen();

  await world.owner.query('SELECT relay_outbox(100)');

  expect(afterDeath).toMatchObject({ outbox: ['advance', 'run-activity'], queue: [] });
  expect(await seen()).toMatchObject({ outbox: [], queue: ['advance', 'run-activity'] });
});

test('two relays at once hand over every piece of work once', async () => {
  const instances = await Promise.all(
    Array.from({ length: 40 }, () =>
      HandMadeInstance.at(world.app, world.tenantId, world.published, 'running'),
    ),
  );
  for (const one of instances) await one.mustMove([statusEvent('running', 'paused')], { effects });

  const relay = async () => {
    for (;;) {
      const { rows } = await world.owner.query<{ n: number }>('SELECT relay_outbox(7) AS n');
      if (rows[0]!.n === 0) return;
    }
  };
  await Promise.all([relay(), relay(), relay()]);

  const { rows } = await world.owner.query(
    `SELECT count(*)::int AS jobs, count(DISTINCT payload ->> 'instanceId')::int AS instances
     FROM graphile_worker._private_jobs WHERE payload ->> 'instanceId' = ANY ($1)`,
    [instances.map(({ id }) => id)],
  );
  expect(rows).toEqual([{ jobs: 80, instances: 40 }]);
});
