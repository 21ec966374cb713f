import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { attempt, refusals, type Statement } from '@/lib/testing/attempt';
import {
  activityEvent,
  noteEvent,
  stateEvent,
  statusEvent,
  taskEvent,
} from '@/lib/testing/builders/planned-event';
import { type GuardedWorld, guardedWorld } from '@/lib/testing/guarded-world';
import { HandMadeInstance } from '@/lib/testing/hand-made';

let world: GuardedWorld;
let instance: HandMadeInstance;
let sequence: number;

beforeAll(async () => {
  world = await guardedWorld();
});
afterAll(() => world.drop());
beforeEach(async () => {
  instance = await HandMadeInstance.at(world.app, world.tenantId, world.published, 'running');
  sequence = await instance.mustMove([
    stateEvent(null, 'start'),
    noteEvent('STEP_ENTERED', 'step', 'main:in_review:1', { step: 'in_review', visit: 1 }),
    taskEvent(null, 'pending'),
    noteEvent('STEP_ENTERED', 'step', 'main:paying:1', { step: 'paying', visit: 1 }),
    activityEvent(null, 'created'),
  ]);
});

const columns = `(tenant_id, instance_id, sequence, type, subject, branch, key, lifecycle, from_status, to_status,
  version_id, from_state, to_state, actor_type, actor_id, actor_name)`;

/** An event as the owner might write it; null where nothing is said. */
type Parts = 'subject' | 'branch' | 'key' | 'lifecycle' | 'from' | 'to' | 'version' | 'fromState' | 'toState';
function event(parts: Partial<Record<Parts, string>>, next = 1): Statement {
  return [
    `INSERT INTO events ${columns} VALUES ($1, $2, $3, 'FORGED', $4, $5, $6, $7, $8, $9, $10, $11, $12, 'user', 'x', 'X')`,
    world.tenantId,
    instance.id,
    sequence + next,
    parts.subject ?? 'status',
    parts.branch ?? 'main',
    parts.key ?? null,
    parts.lifecycle ?? null,
    parts.from ?? null,
    parts.to ?? null,
    parts.version ?? (parts.toState === undefined ? null : world.published.versionId),
    parts.fromState ?? null,
    parts.toState ?? null,
  ];
}

const counted = (by = 1): Statement => [
  `UPDATE instances SET version = version + ${by} WHERE id = $1`,
  instance.id,
];

describe('a change without an event is refused, to the owner too', () => {
  test.each([
    "UPDATE instances SET status = 'paused' WHERE id = $1",
    "UPDATE instances SET state = 'in_review' WHERE id = $1",
    'UPDATE instances SET context = \'{"amount": 1}\' WHERE id = $1',
    "UPDATE instances SET outcome = 'approved' WHERE id = $1",
    'UPDATE instances SET version = version + 1 WHERE id = $1',
    "UPDATE tasks SET status = 'in_progress' WHERE instance_id = $1",
    "UPDATE tasks SET title = 'Another' WHERE instance_id = $1",
    "UPDATE tasks SET candidate_roles = '{everybody}' WHERE instance_id = $1",
    "UPDATE activity_executions SET status = 'ready' WHERE instance_id = $1",
    "UPDATE activity_executions SET output = '{}' WHERE instance_id = $1",
    `INSERT INTO tasks (tenant_id, id, instance_id, key, branch, step, visit, status, title, outcomes, approvals)
     SELECT tenant_id, gen_random_uuid(), instance_id, 'main:in_review:2', branch, step, 2, 'pending', title, outcomes, approvals
     FROM tasks WHERE instance_id = $1`,
    `INSERT INTO activity_executions (tenant_id, instance_id, key, branch, step, visit, activity, status)
     SELECT tenant_id, instance_id, key || '2', branch, step, visit, activity, status
     FROM activity_executions WHERE instance_id = $1`,
  ])('%s', async (statement) => {
    expect(await attempt(world.owner, null, [statement, instance.id])).toMatchObject({
      refused: refusals.notAllowed,
    });
  });

  test('even when another thing has an event in the same transaction', async () => {
    const otherTask = await attempt(
      world.owner,
      null,
      event({ subject: 'task', key: 'main:on_hold:1' }),
      ["UPDATE tasks SET title = 'Another' WHERE instance_id = $1", instance.id],
      counted(),
    );
    const otherStatus = await attempt(world.owner, null, event({ subject: 'timer' }), [
      "UPDATE instances SET status = 'paused', version = version + 1 WHERE id = $1",
      instance.id,
    ]);

    expect(otherTask).toMatchObject({ refused: refusals.notAllowed });
    expect(otherStatus).toMatchObject({ refused: refusals.notAllowed });
  });
});

describe('an event without its change is refused, to the owner too', () => {
  test('at the commit, when the instance did not move to it', async () => {
    const alone = await attempt(
      world.owner,
      null,
      event({ lifecycle: 'instance', from: 'running', to: 'paused' }),
    );
    const late = await attempt(
      world.owner,
      null,
      event({ subject: 'timer' }),
      counted(),
      event({ subject: 'timer' }, 2),
    );

    expect(alone).toMatchObject({ refused: refusals.invalidPlan });
    expect(late).toMatchObject({ refused: refusals.invalidPlan });
  });

  test('however many there are, and whenever the commit’s look is taken', async () => {
    const atOnce: Statement = ['SET CONSTRAINTS ALL IMMEDIATE'];
    const two = await attempt(world.owner, null, event({ subject: 'timer' }), event({ subject: 'timer' }, 2));
    const onlyTheFirst = await attempt(
      world.owner,
      null,
      event({ subject: 'timer' }),
      event({ subject: 'timer' }, 2),
      ['UPDATE instances SET version = version + 1 WHERE id = $1', instance.id],
    );
    const early = await attempt(world.owner, null, atOnce, event({ subject: 'timer' }), counted());
    const after = await attempt(
      world.owner,
      null,
      event({ subject: 'timer' }),
      counted(),
      atOnce,
      event({ subject: 'timer' }, 2),
    );

    for (const attack of [two, onlyTheFirst, early, after]) {
      expect(attack).toMatchObject({ refused: refusals.invalidPlan });
    }
  });

  test('when it is of no instance', async () => {
    const [text, tenantId, , ...values] = event({ subject: 'timer' });

    const attack = await attempt(world.owner, null, [
      text,
      tenantId,
      '01900000-0000-7000-8000-000000000000',
      ...values,
    ]);

    expect(attack).toMatchObject({ refused: refusals.foreignKey });
  });

  test('when the instance’s row says something else', async () => {
    const status = await attempt(
      world.owner,
      null,
      event({ lifecycle: 'instance', from: 'running', to: 'paused' }),
      counted(),
    );
    const state = await attempt(
      world.owner,
      null,
      event({ subject: 'state', fromState: 'start', toState: 'in_review' }),
      counted(),
    );

    expect(status).toMatchObject({ refused: refusals.notAllowed });
    expect(state).toMatchObject({ refused: refusals.notAllowed });
  });

  test.each([
    [
      'a task that did not move',
      { subject: 'task', lifecycle: 'task', key: 'main:in_review:1', from: 'pending', to: 'completed' },
    ],
    [
      'a task that is not there',
      { subject: 'task', lifecycle: 'task', key: 'main:in_review:9', to: 'pending' },
    ],
    [
      'an execution that did not move',
      { subject: 'activity', lifecycle: 'activity', key: 'main:paying:1:pay', from: 'created', to: 'ready' },
    ],
    [
      'an execution that is not there',
      { subject: 'activity', lifecycle: 'activity', key: 'main:paying:9:pay', to: 'created' },
    ],
  ])('when it tells of %s', async (_, parts) => {
    expect(await attempt(world.owner, null, event(parts), counted())).toMatchObject({
      refused: refusals.invalidPlan,
    });
  });

  test('in a plan as well', async () => {
    const plan = { before: await instance.snapshot(), after: {} };
    const silent = instance.move([taskEvent('pending', 'completed')], {
      ...plan,
      after: { tasks: plan.before.tasks },
    });

    await expect(silent).rejects.toMatchObject({ code: refusals.invalidPlan });
  });
});

describe('an event that lies about where something was is refused, to the owner too', () => {
  const task = { subject: 'task', lifecycle: 'task', key: 'main:in_review:1' };
  const execution = { subject: 'activity', lifecycle: 'activity', key: 'main:paying:1:pay' };

  test('when the row is changed to what it says', async () => {
    const { id } = instance;
    const attacks = [
      await attempt(
        world.owner,
        null,
        event({ ...task, from: 'in_progress', to: 'completed' }),
        ["UPDATE tasks SET status = 'completed', closed_at = now() WHERE instance_id = $1", id],
        counted(),
      ),
      await attempt(
        world.owner,
        null,
        event({ ...execution, from: 'ready', to: 'scheduled' }),
        ["UPDATE activity_executions SET status = 'scheduled' WHERE instance_id = $1", id],
        counted(),
      ),
      await attempt(
        world.owner,
        null,
        event({ lifecycle: 'instance', from: 'needs_attention', to: 'failed' }),
        [
          "UPDATE instances SET status = 'failed', closed_at = now(), version = version + 1 WHERE id = $1",
          id,
        ],
      ),
      await attempt(
        world.owner,
        null,
        event({ subject: 'state', fromState: 'in_review', toState: 'paying' }),
        ["UPDATE instances SET state = 'paying', version = version + 1 WHERE id = $1", id],
      ),
    ];

    for (const attack of attacks) expect(attack).toMatchObject({ refused: refusals.notAllowed });
  });

  test('when the row is already there, so that nothing has to change', async () => {
    const { tenantId } = world;
    const { id } = instance;
    await instance.mustMove([taskEvent('pending', 'in_progress'), activityEvent('created', 'ready')]);
    const begun = await attempt(
      world.owner,
      null,
      event({ subject: 'state', branch: 'b1', toState: 'paying' }, 3),
      [
        `INSERT INTO branches (tenant_id, instance_id, key, parent, fork, state, status)
         VALUES ($1, $2, 'b1', 'main', 'in_review', 'paying', 'open')`,
        tenantId,
        id,
      ],
      counted(),
    );
    expect(begun).toMatchObject({ refused: null });
    sequence += 3;

    for (const lie of [
      { ...task, from: 'pending', to: 'in_progress' },
      { ...execution, from: 'created', to: 'ready' },
      { subject: 'state', branch: 'b1', fromState: 'in_review', toState: 'paying' },
      { subject: 'state', branch: 'b1', toState: 'paying' },
    ]) {
      expect(await attempt(world.owner, null, event(lie), counted()), JSON.stringify(lie)).toMatchObject({
        refused: refusals.invalidPlan,
      });
    }
  });

  test('when it says that something begins which is there already', async () => {
    for (const lie of [
      { ...task, to: 'pending' },
      { ...execution, to: 'created' },
    ]) {
      expect(await attempt(world.owner, null, event(lie), counted())).toMatchObject({
        refused: refusals.invalidPlan,
      });
    }
  });

  test('in a plan as well', async () => {
    await instance.mustMove([taskEvent('pending', 'in_progress')]);
    const before = await instance.snapshot();

    const lied = instance.move([taskEvent('pending', 'in_progress')], {
      before,
      after: { tasks: before.tasks },
    });

    await expect(lied).rejects.toMatchObject({ code: refusals.invalidPlan });
  });

  test('when it borrows a move from another list', async () => {
    const borrowed = await attempt(
      world.owner,
      null,
      event({ ...execution, lifecycle: 'instance', from: 'created', to: 'failed' }),
      ["UPDATE activity_executions SET status = 'failed' WHERE instance_id = $1", instance.id],
      counted(),
    );

    expect(borrowed).toMatchObject({ refused: refusals.check });
  });
});

test('change and event are one transaction', async () => {
  await instance.mustMove([statusEvent('running', 'paused'), noteEvent('TIMER_FIRED', 'timer', 'x')]);

  const { rows } = await world.owner.query(
    `SELECT bool_and(e.xmin = i.xmin) AS same_transaction, count(*)::int AS events
     FROM events e JOIN instances i ON i.id = e.instance_id WHERE i.id = $1 AND e.sequence > $2`,
    [instance.id, sequence],
  );
  expect(rows).toEqual([{ same_transaction: true, events: 2 }]);
});

test('every status that an instance, a task or an execution had stands in exactly one event', async () => {
  await instance.mustMove([
    taskEvent('pending', 'in_progress'),
    taskEvent('in_progress', 'pending'),
    taskEvent('pending', 'completed'),
    statusEvent('running', 'paused'),
    statusEvent('paused', 'resumed'),
  ]);

  const { rows } = await world.owner.query<{ lifecycle: string; moves: string }>(
    `SELECT lifecycle, string_agg(to_status, ' ' ORDER BY sequence) AS moves FROM events
     WHERE instance_id = $1 AND lifecycle IS NOT NULL GROUP BY lifecycle ORDER BY lifecycle`,
    [instance.id],
  );
  expect(rows).toEqual([
    { lifecycle: 'activity', moves: 'created' },
    { lifecycle: 'instance', moves: 'created validated scheduled running paused resumed' },
    { lifecycle: 'task', moves: 'pending in_progress pending completed' },
  ]);
});

describe('with every trigger off, the schema itself still refuses a history', () => {
  test.each([
    [
      'of a status that the closed list does not have',
      { lifecycle: 'instance', from: 'completed', to: 'running' },
      refusals.foreignKey,
    ],
    ['of a status that begins in the middle', { lifecycle: 'instance', to: 'running' }, refusals.check],
    ['of a status without a list', { from: 'completed', to: 'running' }, refusals.check],
    [
      'of a transition that the version does not have',
      { subject: 'state', fromState: 'in_review', toState: 'approved' },
      refusals.foreignKey,
    ],
    [
      'of a state that the version does not have',
      { subject: 'state', toState: 'nowhere' },
      refusals.foreignKey,
    ],
    [
      'of a state by another name',
      { subject: 'step', fromState: 'in_review', toState: 'approved' },
      refusals.check,
    ],
    ['of a status that went nowhere', { subject: 'timer', from: 'completed' }, refusals.check],
    ['of a state that went nowhere', { subject: 'state', fromState: 'in_review' }, refusals.check],
    ['of where a state was, in passing', { subject: 'timer', fromState: 'in_review' }, refusals.check],
    [
      'of one list under the name of another',
      { subject: 'task', lifecycle: 'activity', from: 'created', to: 'ready' },
      refusals.check,
    ],
    [
      'of a status beside a state',
      { subject: 'state', toState: 'in_review', lifecycle: 'task', to: 'pending' },
      refusals.check,
    ],
    [
      'of a list that there is not',
      { subject: 'timer', lifecycle: 'timer', from: 'a', to: 'b' },
      refusals.foreignKey,
    ],
  ] as const)('%s', async (_, parts, refusal) => {
    const [text, ...values] = event(parts);
    const forged = await attempt(
      world.owner,
      null,
      ['ALTER TABLE events DISABLE TRIGGER USER'],
      [
        text
          .replace('actor_name)', 'actor_name, data_hash, occurred_at, previous_hash, hash)')
          .replace("'X')", "'X', '', now(), '', '')"),
        ...values,
      ],
      ['ALTER TABLE events ENABLE TRIGGER USER'],
    );

    expect(forged).toMatchObject({ refused: refusal });
  });
});
