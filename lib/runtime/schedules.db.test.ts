import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Definition } from '@/lib/engine/definition/schema';
import { log } from '@/lib/observability/log';
import { aDefinition } from '@/lib/testing/builders/definition-builder';
import { RuntimeWorld } from '@/lib/testing/runtime-world';
import { until } from '@/lib/testing/until';
import { sweepSchedules } from './schedules';

let world: RuntimeWorld;

beforeAll(async () => {
  world = await RuntimeWorld.make();
});
// A schedule of another test would fire in the middle of this one.
beforeEach(() => world.database.owner.query("UPDATE schedules SET look_at = 'infinity'"));
afterAll(async () => {
  await world.expectVerified();
  await world.drop();
});

/** A refund that starts at nine o'clock in Vienna; what is given replaces a part of its schedule. */
function daily(key: string, schedule: Partial<NonNullable<Definition['schedule']>> = {}): Definition {
  return aDefinition({
    key,
    schedule: { cron: '0 9 * * *', timeZone: 'Europe/Vienna', input: { amount: '20' }, ...schedule },
  });
}

const sweep = () => sweepSchedules(world.database.app, 'a-worker', log('test'));

type Row = { next: string | null; last: string | null; instance: string | null; error: string | null };
const scheduleOf = async (key: string) => {
  const { rows } = await world.database.owner.query<Row>(
    `SELECT instant_text(next_at) AS next, instant_text(last_at) AS last, last_instance_id AS instance, last_error AS error
     FROM schedules WHERE definition_key = $1`,
    [key],
  );
  return rows[0];
};

/** As if the next start had been computed for then. */
const makeDue = (key: string, at: string) =>
  world.database.owner.query('UPDATE schedules SET next_at = $2, look_at = $2 WHERE definition_key = $1', [
    key,
    at,
  ]);

const instancesOf = async (key: string) =>
  (
    await world.database.owner.query(
      `SELECT i.id, i.subject_id AS subject, i.input, i.definition_version AS version, i.requester_id AS requester,
         e.actor_type AS actor, e.actor_id AS "actorId"
       FROM instances i JOIN events e ON e.instance_id = i.id AND e.sequence = 1 WHERE i.definition_key = $1 ORDER BY i.id`,
      [key],
    )
  ).rows as Record<string, unknown>[];

describe('a scheduled start', () => {
  test('is computed on the clock of its zone when the version becomes active', async () => {
    await world.publish(daily('computed'));

    await sweep();

    const next = new Date((await scheduleOf('computed'))?.next ?? '');
    expect(next.getTime()).toBeGreaterThan(Date.now());
    expect(next.getTime()).toBeLessThan(Date.now() + 24 * 3600_000);
    expect(
      new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Vienna', timeStyle: 'short' }).format(next),
    ).toBe('09:00');
  });

  test('starts one instance with the schedule’s input, by the scheduler, and the next one is ahead', async () => {
    await world.publish(daily('started'));
    await sweep();
    await makeDue('started', '2026-03-02T08:00:00Z');

    await sweep();

    expect(await instancesOf('started')).toMatchObject([
      {
        subject: '2026-03-02T08:00:00Z',
        input: { amount: 20 },
        requester: null,
        actor: 'scheduler',
        actorId: 'schedule:started',
      },
    ]);
    const [instance] = await instancesOf('started');
    const after = await scheduleOf('started');
    expect(after).toMatchObject({
      last: '2026-03-02T08:00:00.000000Z',
      instance: instance?.['id'],
      error: null,
    });
    expect(Date.parse(after?.next ?? '')).toBeGreaterThan(Date.now());
  });

  test('that was missed many times runs once', async () => {
    await world.publish(daily('missed', { cron: '* * * * *' }));
    await sweep();
    await makeDue('missed', '2026-03-02T08:00:00Z');

    await sweep();
    await sweep();

    expect(await instancesOf('missed')).toHaveLength(1);
  });

  test('is started once by many sweepers, also when one dies before it has said so', async () => {
    await world.publish(daily('once'));
    await sweep();
    await makeDue('once', '2026-03-02T08:00:00Z');

    await Promise.all(Array.from({ length: 5 }, sweep));
    const said = await scheduleOf('once');
    // Its sweeper died: the instance is there, the schedule does not know.
    await makeDue('once', '2026-03-02T08:00:00Z');
    await sweep();

    expect(await instancesOf('once')).toHaveLength(1);
    expect(await scheduleOf('once')).toMatchObject({ instance: said?.instance, error: null });
  });

  test('follows the active version: another cron, another input, none at all', async () => {
    await world.publish(daily('followed'));
    await sweep();
    await makeDue('followed', '2026-03-02T08:00:00Z');
    // Publishing in between does not lose what is due.
    await world.publish(daily('followed', { input: { amount: '30' } }));
    await sweep();
    expect(await instancesOf('followed')).toMatchObject([{ version: 2, input: { amount: 30 } }]);

    await world.publish(daily('followed', { cron: '0 10 * * *' }));
    expect(await scheduleOf('followed')).toMatchObject({ next: null });
    await sweep();
    expect(new Date((await scheduleOf('followed'))?.next ?? '').getUTCMinutes()).toBe(0);

    await world.publish(aDefinition({ key: 'followed' }));
    expect(await scheduleOf('followed')).toBeUndefined();
  });

  test('ends when the definition has no active version any more', async () => {
    await world.publish(daily('retired'));
    await world.database.owner.query("UPDATE definitions SET active_version = NULL WHERE key = 'retired'");

    expect(await scheduleOf('retired')).toBeUndefined();
  });

  test('that cannot start says why, and comes again', async () => {
    await world.publish(daily('wrong', { input: { amount: 'rules.nothing' } }));
    await sweep();
    await makeDue('wrong', '2026-03-02T08:00:00Z');

    await sweep();

    const after = await scheduleOf('wrong');
    expect(after).toMatchObject({ instance: null, error: expect.stringContaining('nothing') as string });
    expect(Date.parse(after?.next ?? '')).toBeGreaterThan(Date.now());
  });

  test('is started by a worker at its instant', async () => {
    await world.publish(daily('every-second', { cron: '* * * * * *' }));
    await world.worker();

    const started = await until('a scheduled instance', async () => {
      const instances = await instancesOf('every-second');
      return instances.length >= 2 && instances;
    });
    await world.stopWorkers();

    const subjects = (started as { subject: string }[]).map(({ subject }) => subject);
    expect(new Set(subjects).size).toBe(subjects.length);
  });
});
