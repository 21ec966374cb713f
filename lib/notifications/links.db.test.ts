import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Input } from '@/lib/engine/decide/contract';
import { cancelInstance } from '@/lib/instances/commands';
import { putPerson } from '@/lib/people/commands';
import type { Actor } from '@/lib/people/actor';
import { move } from '@/lib/runtime/move';
import { claimTask, decideTask } from '@/lib/tasks/commands';
import { publish, refund, refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { testSecret } from '@/lib/testing/secret';
import { decideByLink } from './commands';
import { linkToken } from './link-token';
import { reviewLink } from './link-review';

const former = 'the secret of before, long enough for it';
let database: TestDatabase;
let world: World;
let elsewhere: World;

/** The refund process with another review step. */
function variant(key: string, review: object, more: Partial<Definition> = {}): Definition {
  return {
    ...refund,
    key,
    steps: refund.steps.map((step) =>
      step.key === 'in_review' ? ({ ...step, ...review } as typeof step) : step,
    ),
    ...more,
  };
}

beforeAll(async () => {
  process.env.INTERLOCK_FORMER_SECRET = former;
  database = await createTestDatabase();
  [world, elsewhere] = [await refundWorld(database.owner), await refundWorld(database.owner)];
  await publish(world.admin, variant('quorum', { approvals: { required: 2 } }));
  await publish(
    world.admin,
    variant(
      'deadline',
      { due: { in: 'PT0S', ladder: [{ key: 'late', at: 'PT0S', action: 'transition' }] } },
      {
        steps: [
          ...variant('x', {
            due: { in: 'PT0S', ladder: [{ key: 'late', at: 'PT0S', action: 'transition' }] },
          }).steps,
          { key: 'too_late', type: 'END', name: 'Too late', outcome: 'too_late' },
        ],
        transitions: [
          ...refund.transitions,
          { key: 'late', from: 'in_review', to: 'too_late', on: { deadline: 'late' } },
        ],
      },
    ),
  );
});
afterAll(() => database.drop());

/** A task with the links of the people whom it was sent to. */
async function asked(definition = 'refund', by: 'carol' | 'ann' = 'carol', amount = 500) {
  const { id, openTasks } = await world.start({ definition, input: { amount } }, by);
  await database.owner.query('SELECT write_notifications(1000)');
  const taskId = openTasks[0]!.id;
  const { rows } = await database.owner.query<{ id: string; email: string }>(
    'SELECT l.id, p.email FROM mail_links l JOIN people p ON p.tenant_id = l.tenant_id AND p.id = l.person_id WHERE l.task_id = $1',
    [taskId],
  );
  const linkOf = (name: string) => rows.find(({ email }) => email === `${name}@example.test`)!.id;
  return { instanceId: id, taskId, linkOf, tokenOf: (name: string) => linkToken(testSecret, linkOf(name)) };
}

const look = async (name: 'ann' | 'bob' | 'carol' | 'eve' | 'sam', token: string) =>
  reviewLink(await world.person(name), token);
const by = async (name: 'ann' | 'bob') => (await world.person(name)) satisfies Actor;
const moved = async (instanceId: string, input: Input, type: 'staff' | 'timer' = 'staff') => {
  const result = await move(database.app, { tenantId: world.tenantId, instanceId }, input, {
    actor: { type, id: 'x', name: 'Sam' },
  });
  if (!result.ok) throw new Error(JSON.stringify(result));
};

describe('what a link finds', () => {
  test('open and mine: the task, to be decided', async () => {
    const { tokenOf } = await asked();
    expect(await look('ann', tokenOf('ann'))).toMatchObject({
      state: 'open',
      sentTo: null,
      task: { title: 'Approve 500', mayDecide: { ok: true } },
    });
  });

  test('forwarded to somebody who may decide: they decide as themselves, and are told for whom it was', async () => {
    const { tokenOf } = await asked();
    expect(await look('bob', tokenOf('ann'))).toMatchObject({ state: 'open', sentTo: 'Ann' });
  });

  test('forwarded to somebody who may not: to whom it was sent, and nothing of the task', async () => {
    const { tokenOf } = await asked();
    expect(await look('eve', tokenOf('ann'))).toEqual({ state: 'not_mine', sentTo: 'Ann' });
    // Support may read the task, but is not among those who are asked.
    expect(await look('sam', tokenOf('ann'))).toEqual({ state: 'not_mine', sentTo: 'Ann' });
  });

  test('the requester, to whom it was forwarded: the rule that bars them', async () => {
    const { tokenOf } = await asked();
    expect(await look('carol', tokenOf('ann'))).toMatchObject({ state: 'refused', rule: 'requester' });
  });

  test('claimed by another', async () => {
    const { taskId, tokenOf } = await asked();
    take(await claimTask(await by('bob'), taskId));
    expect(await look('ann', tokenOf('ann'))).toMatchObject({ state: 'claimed', by: 'Bob' });
  });

  test('decided: a receipt for who did it, and for others who, what and when', async () => {
    const { taskId, tokenOf } = await asked();
    take(await decideTask(await by('bob'), taskId, { outcome: 'reject', reason: 'too much' }));
    const told = {
      outcome: 'Reject',
      kind: 'negative',
      by: 'Bob',
      reason: 'too much',
      at: expect.any(String),
    };
    expect(await look('bob', tokenOf('bob'))).toMatchObject({ state: 'decided_by_you', decided: told });
    expect(await look('ann', tokenOf('ann'))).toMatchObject({
      state: 'decided',
      decided: told,
      now: 'rejected',
    });
  });

  test('quorum: my vote is in, others are needed', async () => {
    const { tokenOf } = await asked('quorum');
    take(await decideByLink(await by('ann'), tokenOf('ann'), { outcome: 'approve' }));
    expect(await look('ann', tokenOf('ann'))).toMatchObject({
      state: 'quorum_pending',
      own: { outcome: 'Approve' },
      task: { approvals: { required: 2 }, votes: [expect.anything()] },
    });
    expect(await look('bob', tokenOf('bob'))).toMatchObject({ state: 'open' });
  });

  test('the deadline came first, and what came of it', async () => {
    const { instanceId, tokenOf } = await asked('deadline');
    await moved(instanceId, { kind: 'timer_fired', timer: 'main:in_review:1:deadline:late' }, 'timer');
    expect(await look('ann', tokenOf('ann'))).toMatchObject({
      state: 'deadline_passed',
      decided: null,
      now: 'Too late',
    });
    const late = await decideByLink(await by('ann'), tokenOf('ann'), { outcome: 'reject', reason: 'no' });
    expect(late).toMatchObject({ ok: false, refusal: { data: { rule: 'closed' } } });
  });

  test('ended by a person, with who and why', async () => {
    const { instanceId, tokenOf } = await asked();
    take(await cancelInstance(await world.person('sam'), instanceId, { reason: 'double' }));
    expect(await look('ann', tokenOf('ann'))).toMatchObject({
      state: 'cancelled',
      now: null,
      by: 'Sam',
      reason: 'double',
    });
  });

  test('expired while the task is open: the inbox still has it, the link does not decide it', async () => {
    const { linkOf, taskId, tokenOf } = await asked();
    await database.owner.query("UPDATE mail_links SET expires_at = now() - interval '1 s' WHERE id = $1", [
      linkOf('ann'),
    ]);
    expect(await look('ann', tokenOf('ann'))).toMatchObject({ state: 'expired', taskId });
    expect(await decideByLink(await by('ann'), tokenOf('ann'), { outcome: 'approve' })).toMatchObject({
      ok: false,
      refusal: { data: { rule: 'expired' } },
    });
  });

  test('superseded by a reassignment: to whom it went', async () => {
    const { instanceId, tokenOf } = await asked();
    const bob = await by('bob');
    const to = { id: bob.personId, name: bob.name, email: bob.email };
    await moved(instanceId, { kind: 'reassign_task', task: 'main:in_review:1', to, reason: 'absent' });
    await database.owner.query('SELECT write_notifications(1000)');
    expect(await look('ann', tokenOf('ann'))).toMatchObject({ state: 'superseded', to: 'Bob' });
    expect(await look('bob', tokenOf('bob'))).toMatchObject({ state: 'open' });
  });

  test('a rule bars me now: the role was taken away, or it is beyond my limit', async () => {
    const small = await asked();
    const large = await asked('refund', 'carol', 5000);
    expect(await look('ann', large.tokenOf('ann'))).toMatchObject({ state: 'refused', rule: 'limit' });
    take(await putPerson(world.admin, 'ann@example.test', { name: 'Ann', roles: ['employee'] }));
    expect(await look('ann', small.tokenOf('ann'))).toMatchObject({
      state: 'refused',
      rule: 'not_candidate',
    });
    const refused = await decideByLink(await by('ann'), small.tokenOf('ann'), { outcome: 'approve' });
    expect(refused).toMatchObject({ ok: false, refusal: { data: { rule: 'not_candidate' } } });
    const { rows } = await database.owner.query(
      "SELECT FROM audit_entries WHERE action = 'decision_refused' AND subject = $1",
      [`task:${small.taskId}`],
    );
    expect(rows).toHaveLength(1);
    take(await putPerson(world.admin, 'ann@example.test', { name: 'Ann', roles: ['employee', 'approver'] }));
  });

  test('a link of the secret that is being replaced is believed, one of any other is not', async () => {
    const { linkOf } = await asked();
    expect(await look('ann', linkToken(former, linkOf('ann')))).toMatchObject({ state: 'open' });
    expect(await look('ann', linkToken('a secret that was never ours, long enough', linkOf('ann')))).toEqual({
      state: 'not_found',
    });
  });

  test('what is no link of ours and what is another tenant’s look the same', async () => {
    const { tokenOf } = await asked();
    const nothing = { state: 'not_found' };
    expect(await look('ann', linkToken(testSecret, randomUUID()))).toEqual(nothing);
    expect(await look('ann', `${tokenOf('ann')}x`)).toEqual(nothing);
    expect(await reviewLink(await elsewhere.person('ann'), tokenOf('ann'))).toEqual(nothing);
    expect(
      await decideByLink(await elsewhere.person('ann'), tokenOf('ann'), { outcome: 'approve' }),
    ).toMatchObject({
      ok: false,
      refusal: { code: 'not_found' },
    });
  });
});

describe('looking', () => {
  test('as often as anybody likes changes and consumes nothing; then it works, once', async () => {
    const { instanceId, tokenOf } = await asked();
    const before = await everything(instanceId);
    for (let time = 0; time < 20; time++) await look(time % 2 ? 'ann' : 'eve', tokenOf('ann'));
    expect(await everything(instanceId)).toEqual(before);

    take(await decideByLink(await by('ann'), tokenOf('ann'), { outcome: 'approve' }));
    const again = await decideByLink(await by('ann'), tokenOf('ann'), { outcome: 'reject', reason: 'no' });

    expect(again).toMatchObject({ ok: false, refusal: { data: { rule: 'closed', decidedBy: 'Ann' } } });
    const { rows } = await database.owner.query(
      "SELECT causation_id, actor_name FROM events WHERE instance_id = $1 AND type = 'USER_TASK_DECIDED'",
      [instanceId],
    );
    expect(rows).toEqual([{ causation_id: expect.stringMatching(/^email-link:/), actor_name: 'Ann' }]);
  });
});

async function everything(instanceId: string): Promise<unknown> {
  const { rows } = await database.owner.query(
    `SELECT (SELECT jsonb_agg(to_jsonb(l) ORDER BY l.id) FROM mail_links l) AS links,
       (SELECT jsonb_agg(to_jsonb(t)) FROM tasks t WHERE t.instance_id = $1) AS tasks,
       (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM audit_entries) AS audit,
       (SELECT jsonb_agg(to_jsonb(n) ORDER BY n.id) FROM notifications n) AS messages`,
    [instanceId],
  );
  return rows;
}
