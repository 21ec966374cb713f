import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeDeadline } from '@/lib/deadlines/commands';
import { publishDefinition, saveDraft } from '@/lib/definitions/commands';
import {
  cancelInstance,
  editContext,
  moveInstance,
  pauseInstance,
  resumeInstance,
  retryInstance,
  runTimer,
  skipActivity,
} from '@/lib/instances/commands';
import { getInstance, listEvents, verifyInstance } from '@/lib/instances/queries';
import { reopenInstance } from '@/lib/instances/reopen';
import { prepareMigration } from '@/lib/migration/commands';
import { migrateInstance } from '@/lib/migration/migrate-instance';
import { resendMail } from '@/lib/notifications/commands';
import type { Actor } from '@/lib/people/actor';
import { putPerson, putRole } from '@/lib/people/commands';
import type { Result } from '@/lib/people/refusal';
import { advanceInstance } from '@/lib/runtime/advance';
import type { Worker } from '@/lib/runtime/attempts';
import { sendSignal } from '@/lib/signals/commands';
import { decideTask } from '@/lib/tasks/commands';
import { reassignTask } from '@/lib/tasks/hand-over';
import {
  aDefinition,
  automated,
  callApi,
  end,
  go,
  start,
  userTask,
} from '@/lib/testing/builders/definition-builder';
import { addressOf, publish, refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { eraseData } from './erasure';

let database: TestDatabase;
let world: World;
let sam: Actor;
let planId: string;

const reason = 'The customer called.';
const once = { retry: { maxAttempts: 1 } };

/** A booking that can be undone, a task with a deadline, a charge; `goes` says what the outside world answers. */
const errand = aDefinition({
  key: 'errand',
  name: 'Errand',
  input: { type: 'object', properties: { goes: { type: 'string' }, name: { type: 'string' } } },
  steps: [
    start(),
    automated('booking', [callApi('book', 'https://desk.example/book', { ...once, compensation: 'unbook' })]),
    automated('charging', [callApi('charge', 'https://bank.example/charge', once)], { onFailure: 'fail' }),
    userTask('checking', { due: { in: 'P3D' } }),
    end('done'),
  ],
  transitions: [
    go('start', 'booking'),
    go('booking', 'charging'),
    go('charging', 'checking'),
    go('checking', 'done', { on: { outcome: 'approve' } }),
    { key: 'rejected', from: 'checking', to: 'done', on: { outcome: 'reject' } },
    { key: 'hurried', from: 'checking', to: 'done', on: { signal: 'hurry' } },
    { key: 'by-hand', from: 'checking', to: 'charging', on: 'repair' },
  ],
  compensations: [callApi('unbook', 'https://desk.example/unbook', once)],
});

/** A worker whose calls end as the instance's data say: the activity that they name fails. */
function worker(): Worker {
  return {
    id: 'test',
    pool: database.app,
    perform: ({ snapshot }, _, { key }) =>
      snapshot.context['goes'] === `${key} fails`
        ? Promise.reject(new Error('The other side is away.'))
        : Promise.resolve({}),
    leaseSeconds: 60,
    stopping: new AbortController().signal,
  };
}

async function begun(goes: string): Promise<string> {
  const { id } = await world.start({ definition: 'errand', input: { goes, name: 'Ida Kessler' } });
  await advanceInstance(worker(), { tenantId: world.tenantId, instanceId: id });
  // Whom the open task waits for is told.
  await database.owner.query('SELECT write_notifications(1000)');
  return id;
}

async function undone(goes: string): Promise<string> {
  const id = await begun(goes);
  take(await cancelInstance(sam, id, { reason, mode: 'compensated' }));
  await advanceInstance(worker(), { tenantId: world.tenantId, instanceId: id });
  return id;
}

const situations = {
  waiting: () => begun(''),
  paused: async () => {
    const id = await begun('');
    take(await pauseInstance(sam, id, { reason }));
    return id;
  },
  needs_attention: () => begun('book fails'),
  failed: () => begun('charge fails'),
  compensation_failed: () => undone('unbook fails'),
  cancelled: () => undone(''),
  completed: async () => {
    const id = await begun('');
    const [task] = take(await getInstance(sam, id)).tasks;
    take(await decideTask(await world.person('ann'), task!.id, { outcome: 'approve' }));
    return id;
  },
} as const;
type Situation = keyof typeof situations;

type Action = {
  readonly run: (id: string) => Promise<Result<unknown>>;
  /** Where it means something; everywhere else it is refused. */
  readonly from: readonly Situation[];
  /** What history says of it, where that is not the staff member with the reason; null where it is no part of the instance's. */
  readonly told?: object | null;
};

const staff = {
  actor: expect.objectContaining({ type: 'staff', name: 'Sam' }) as unknown,
  reason,
};
const live: readonly Situation[] = ['waiting', 'paused', 'needs_attention'];
const over: readonly Situation[] = ['cancelled', 'completed'];

const actions: Readonly<Record<string, Action>> = {
  pause: { run: (id) => pauseInstance(sam, id, { reason }), from: ['waiting'] },
  resume: { run: (id) => resumeInstance(sam, id, { reason }), from: ['paused'] },
  retry: {
    run: (id) => retryInstance(sam, id, { reason }),
    from: ['needs_attention', 'compensation_failed'],
  },
  'retry with edited data': {
    run: (id) => retryInstance(sam, id, { reason, context: { goes: '', name: 'Ida' } }),
    from: ['needs_attention', 'compensation_failed'],
  },
  skip: { run: (id) => skipActivity(sam, id, { reason }), from: ['needs_attention', 'compensation_failed'] },
  'cancel at once': { run: (id) => cancelInstance(sam, id, { reason, mode: 'immediate' }), from: live },
  'cancel gracefully': { run: (id) => cancelInstance(sam, id, { reason, mode: 'graceful' }), from: live },
  'cancel and undo': {
    run: (id) => cancelInstance(sam, id, { reason, mode: 'compensated' }),
    from: [...live, 'failed'],
  },
  'edit data': {
    run: (id) => editContext(sam, id, { reason, context: { goes: '', name: 'Ida' } }),
    from: [...live, 'compensation_failed'],
  },
  'run a timer': {
    run: (id) => runTimer(sam, id, { reason, timer: 'main:checking:1:due' }),
    from: ['waiting'],
  },
  'change a deadline': {
    run: (id) => changeDeadline(sam, id, { stay: 'main:checking:1', to: { in: 'P9D' }, reason }),
    from: ['waiting', 'paused'],
  },
  'give the task to somebody': {
    run: async (id) => {
      const { rows } = await database.owner.query<{ id: string }>(
        'SELECT id FROM tasks WHERE instance_id = $1',
        [id],
      );
      return reassignTask(sam, rows[0]?.id ?? id, { to: addressOf('bob'), reason });
    },
    from: ['waiting', 'paused'],
  },
  // It is sent by whoever may: a signal has a sender and an id instead of a reason.
  signal: {
    run: (id) => sendSignal(world.admin, id, { id: `hurry-${id}`, name: 'hurry' }),
    from: [...live, 'compensation_failed'],
    told: {
      type: 'SIGNAL_RECEIVED',
      actor: expect.objectContaining({ id: expect.any(String) as string }) as unknown,
    },
  },
  // The mail of the open task: once that has closed, or where none was opened, there is nothing to say again.
  'send a mail again': {
    run: async (id) => {
      await database.owner.query('SELECT write_notifications(1000)');
      const { rows } = await database.owner.query<{ id: string }>(
        "SELECT id FROM notifications WHERE instance_id = $1 AND task_id IS NOT NULL AND mail <> 'none' ORDER BY id LIMIT 1",
        [id],
      );
      return resendMail(sam, rows[0]?.id ?? id);
    },
    from: ['waiting', 'paused'],
    told: null,
  },
  // What ended stays as it is: history goes on in the new instance.
  reopen: { run: (id) => reopenInstance(sam, id, { reason }), from: ['failed', ...over], told: null },
  move: { run: (id) => moveInstance(sam, id, { transition: 'by-hand', reason }), from: ['waiting'] },
  migrate: { run: (id) => migrateInstance(sam, id, planId, reason), from: live },
  erase: {
    run: (id) => eraseData(sam, id, { fields: ['name'], reason, irreversible: true }),
    from: ['failed', ...over],
  },
};

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
  await publish(world.admin, errand);
  take(
    await putRole(world.admin, 'support', {
      name: 'Support',
      permissions: ['instances.read_all', 'instances.repair', 'instances.erase', 'definitions.read'],
    }),
  );
  take(await putPerson(world.admin, addressOf('sam'), { name: 'Sam', roles: ['support'] }));
  sam = await world.person('sam');
  take(await saveDraft(world.admin, 'errand', { definition: { ...errand, name: 'Errand, again' } }, 1));
  take(await publishDefinition(world.admin, 'errand'));
  const plan = { from: 2, to: 1, map: {} };
  const { order } = take(await prepareMigration(sam, 'errand', { plan, ids: [await begun('')], reason }));
  planId = order.action === 'migrate' ? order.plan : '';
});
afterAll(() => database.drop());

describe.each(Object.keys(situations) as Situation[])('an instance that is %s', (situation) => {
  test.each(Object.keys(actions))('%s', async (name) => {
    const id = await situations[situation]();
    const { run, from, told = staff } = actions[name]!;
    const before = take(await getInstance(sam, id));
    expect(before.status).toBe(situation);

    const result = await run(id);

    const events = take(await listEvents(sam, id, { limit: 200 })).items.filter(
      ({ sequence }) => sequence > before.version,
    );
    expect(result.ok, JSON.stringify(result)).toBe(from.includes(situation));
    if (!result.ok || told === null) expect(events).toEqual([]);
    else expect(events).toContainEqual(expect.objectContaining(told));
    expect(take(await getInstance(sam, id)).version).toBe(before.version + events.length);
    expect(take(await verifyInstance(sam, id))).toMatchObject({ ok: true, replayEqual: true });
  });
});

test('a mail that was sent again stands in the list of what administrators and support did', async () => {
  const id = await situations.waiting();
  const sent = actions['send a mail again']!;
  take(await sent.run(id));
  take(await sent.run(id));

  const { rows } = await database.owner.query<{ resends: number; mail: string; entries: number }>(
    `SELECT n.resends, n.mail, (SELECT count(*)::int FROM audit_entries e
       WHERE e.action = 'mail_resent' AND e.actor_name = 'Sam' AND e.subject = 'notification:' || n.id) AS entries
     FROM notifications n WHERE n.instance_id = $1 AND n.resends > 0`,
    [id],
  );
  expect(rows).toEqual([{ resends: 2, mail: 'queued', entries: 2 }]);
});
