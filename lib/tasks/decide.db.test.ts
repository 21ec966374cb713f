import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDocument } from '@/lib/comments/commands';
import { fileValue } from '@/lib/engine/file-value';
import type { JsonObject } from '@/lib/engine/json';
import { putPerson } from '@/lib/people/commands';
import { cancelInstance, pauseInstance } from '@/lib/instances/commands';
import { createKey, authenticate } from '@/lib/people/api-keys';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import {
  addressOf,
  publish,
  refund,
  refundWorld,
  take,
  type World,
} from '@/lib/testing/builders/refund-world';
import { claimTask, decideTask, releaseTask } from './commands';
import { getTask } from './queries';

let database: TestDatabase;
let world: World;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
});
afterAll(() => database.drop());

async function openTask(amount = 500, by: 'carol' | 'ann' | 'bob' = 'carol') {
  const started = await world.start({ input: { amount } }, by);
  return { task: started.openTasks[0]!.id, instance: started.id };
}

function events(instance: string, type: string) {
  return database.owner
    .query<{ actor_name: string }>('SELECT actor_name FROM events WHERE instance_id = $1 AND type = $2', [
      instance,
      type,
    ])
    .then(({ rows }) => rows);
}

async function refusalOf(decision: ReturnType<typeof decideTask>) {
  const result = await decision;
  if (result.ok) throw new Error('this was not refused');
  return result.refusal;
}

describe('a decision', () => {
  test('ends the task, moves the instance and says where it is', async () => {
    const { task, instance } = await openTask();

    const decided = take(
      await decideTask(await world.person('ann'), task, { outcome: 'approve', form: { comment: 'fine' } }),
    );

    expect(decided.instance).toMatchObject({ id: instance, status: 'completed', state: 'approved' });
    expect(decided.openTasks).toEqual([]);
    expect(await events(instance, 'USER_TASK_DECIDED')).toEqual([{ actor_name: 'Ann' }]);
  });

  test('keeps by what right it was made', async () => {
    const { task, instance } = await openTask(5000);

    take(await decideTask(await world.person('bob'), task, { outcome: 'approve' }));

    const { rows } = await database.owner.query<{ data: { authority: unknown } }>(
      "SELECT data FROM events WHERE instance_id = $1 AND type = 'USER_TASK_DECIDED'",
      [instance],
    );
    expect(rows[0]?.data.authority).toMatchObject({
      by: 'role',
      role: 'approver',
      limit: { rule: 'refund_authority', most: 10_000, amount: 5000, version: expect.any(String) },
    });
  });

  test(
    'that two approvers make at once is made once, 200 times, and the other hears who and when',
    { timeout: 240_000 },
    async () => {
      const [ann, bob] = [await world.person('ann'), await world.person('bob')];
      for (let round = 0; round < 200; round += 1) {
        const { task, instance } = await openTask();

        const results = await Promise.all([
          decideTask(ann, task, { outcome: 'approve' }),
          decideTask(bob, task, { outcome: 'reject', reason: 'no receipt' }),
        ]);

        const winners = results.filter((result) => result.ok);
        const losers = results.filter((result) => !result.ok);
        expect(winners).toHaveLength(1);
        expect(losers).toHaveLength(1);
        const annWon = results[0].ok;
        expect(losers[0]).toMatchObject({
          refusal: {
            code: 'not_allowed',
            message: expect.stringMatching(
              annWon
                ? /^Already decided by Ann on .+: Approve\.$/
                : /^Already decided by Bob on .+: Reject\.$/,
            ),
            data: { decidedBy: annWon ? 'Ann' : 'Bob', outcome: annWon ? 'approve' : 'reject' },
          },
        });
        expect(await events(instance, 'USER_TASK_DECIDED')).toHaveLength(1);
      }
    },
  );

  test('sent twice by the same person counts once', async () => {
    const { task } = await openTask();
    const ann = await world.person('ann');

    const results = await Promise.all([1, 2].map(() => decideTask(ann, task, { outcome: 'approve' })));

    expect(results.filter((result) => result.ok)).toHaveLength(1);
  });
});

describe('a decision is refused', () => {
  test('to the requester, also with the role (requester)', async () => {
    const { task, instance } = await openTask(500, 'ann');

    const refusal = await refusalOf(decideTask(await world.person('ann'), task, { outcome: 'approve' }));

    expect(refusal).toMatchObject({ code: 'forbidden', data: { rule: 'requester' } });
    expect(await events(instance, 'USER_TASK_DECIDED')).toEqual([]);
    expect(await claimTask(await world.person('ann'), task)).toMatchObject({
      refusal: { data: { rule: 'requester' } },
    });
  });

  test('to who is no candidate (not_candidate)', async () => {
    const { task } = await openTask();

    const refusal = await refusalOf(decideTask(await world.person('eve'), task, { outcome: 'approve' }));

    expect(refusal).toMatchObject({ code: 'forbidden', data: { rule: 'not_candidate' } });
    expect(refusal.message).toContain('approver');
  });

  test('over the authority limit (limit)', async () => {
    const { task } = await openTask(5000);

    const refusal = await refusalOf(decideTask(await world.person('ann'), task, { outcome: 'approve' }));

    expect(refusal).toMatchObject({ code: 'forbidden', data: { rule: 'limit' } });
    expect(refusal.message).toContain('5,000');
    expect(refusal.message).toContain('1,000');
  });

  test('while somebody else has the task (claimed)', async () => {
    const { task } = await openTask();
    take(await claimTask(await world.person('bob'), task));

    const refusal = await refusalOf(decideTask(await world.person('ann'), task, { outcome: 'approve' }));

    expect(refusal).toMatchObject({ code: 'not_allowed', data: { rule: 'claimed' } });
    expect(refusal.message).toContain('Bob');
  });

  test('to a key that acts as nobody (not_a_person)', async () => {
    const { task } = await openTask();
    const { key } = take(
      await createKey(world.admin, { name: 'robot', permissions: ['instances.read_all'] }),
    );
    const robot = take(await authenticate(`Bearer ${key}`, null));

    const refusal = await refusalOf(decideTask(robot, task, { outcome: 'approve' }));

    expect(refusal).toMatchObject({ code: 'forbidden', data: { rule: 'not_a_person' } });
  });

  test('to a deactivated person, with a session still open (inactive)', async () => {
    const { task } = await openTask();
    take(await putPerson(world.admin, addressOf('zoe'), { name: 'Zoe', roles: ['approver'] }));
    const { key } = take(await createKey(world.admin, { name: 'acts', permissions: ['act_as_others'] }));
    const zoe = take(await authenticate(`Bearer ${key}`, addressOf('zoe')));
    take(await putPerson(world.admin, addressOf('zoe'), { name: 'Zoe', active: false }));

    const refusal = await refusalOf(decideTask(zoe, task, { outcome: 'approve' }));

    expect(refusal).toMatchObject({ code: 'forbidden', data: { rule: 'inactive' } });
  });

  test('with a role that was taken away after the page was opened, and the task stays for others', async () => {
    const { task } = await openTask();
    take(await putPerson(world.admin, addressOf('fay'), { name: 'Fay', roles: ['approver'] }));
    const { key } = take(await createKey(world.admin, { name: 'acts', permissions: ['act_as_others'] }));
    const fay = take(await authenticate(`Bearer ${key}`, addressOf('fay')));
    take(await putPerson(world.admin, addressOf('fay'), { name: 'Fay', roles: [] }));

    const decided = await refusalOf(decideTask(fay, task, { outcome: 'approve' }));
    const claimed = await refusalOf(claimTask(fay, task));

    expect(decided).toMatchObject({ code: 'forbidden', data: { rule: 'not_candidate' } });
    expect(claimed).toMatchObject({ code: 'forbidden', data: { rule: 'not_candidate' } });
    const { rows } = await database.owner.query(
      "SELECT data FROM audit_entries WHERE subject = $1 AND action = 'decision_refused' AND actor_name = 'Fay'",
      [`task:${task}`],
    );
    expect(rows).toHaveLength(2);
    take(await decideTask(await world.person('ann'), task, { outcome: 'approve' }));
  });

  test('with a role that was taken away after claiming; then others may release the task', async () => {
    const { task } = await openTask();
    take(await putPerson(world.admin, addressOf('gil'), { name: 'Gil', roles: ['approver'] }));
    const { key } = take(await createKey(world.admin, { name: 'acts', permissions: ['act_as_others'] }));
    const gil = take(await authenticate(`Bearer ${key}`, addressOf('gil')));
    take(await claimTask(gil, task));
    const ann = await world.person('ann');
    expect(await releaseTask(ann, task)).toMatchObject({ refusal: { data: { rule: 'claimed' } } });
    take(await putPerson(world.admin, addressOf('gil'), { name: 'Gil', roles: [] }));

    expect(await refusalOf(decideTask(gil, task, { outcome: 'approve' }))).toMatchObject({
      data: { rule: 'not_candidate' },
    });

    expect(take(await getTask(ann, task)).mayRelease).toBe(true);
    take(await releaseTask(ann, task));
    take(await decideTask(ann, task, { outcome: 'approve' }));
  });

  test('with an outcome that the task does not have', async () => {
    const { task } = await openTask();

    const refusal = await refusalOf(decideTask(await world.person('ann'), task, { outcome: 'paid' }));

    expect(refusal).toMatchObject({ code: 'not_allowed', data: { outcomes: ['approve', 'reject'] } });
  });

  test('with a form that does not fit its schema, field by field', async () => {
    const { task, instance } = await openTask();
    const form = { comment: 'x'.repeat(21), amount: 1 };

    const refusal = await refusalOf(
      decideTask(await world.person('ann'), task, { outcome: 'approve', form }),
    );

    expect(refusal.code).toBe('invalid');
    expect(refusal.data['errors']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: '/form/comment' }),
        expect.objectContaining({ path: '/form/amount' }),
      ]),
    );
    expect(await events(instance, 'USER_TASK_DECIDED')).toEqual([]);
  });

  test('with a file that is no document of the request, or is of another type than its field takes; one that fits is kept by its id and name', async () => {
    const proved = {
      ...refund,
      key: 'proved',
      steps: refund.steps.map((step) =>
        step.type === 'USER_TASK'
          ? {
              ...step,
              form: {
                schema: {
                  type: 'object',
                  properties: {
                    proof: { type: 'string', format: 'file' },
                    photo: { type: 'string', format: 'file', accept: ['image/*'] },
                    signed: { $ref: '#/definitions/signed' },
                    more: { type: 'array', items: { type: 'string', format: 'file' } },
                  },
                  required: ['proof'],
                  definitions: { signed: { type: 'string', format: 'file', accept: ['text/plain'] } },
                },
              },
            }
          : step,
      ),
    };
    await publish(world.admin, proved);
    const [ann, carol] = [await world.person('ann'), await world.person('carol')];
    const start = async (id: string) => world.start({ definition: 'proved', subject: { id } });
    const [mine, other] = [await start('p-1'), await start('p-2')];
    const upload = async (instance: string, name: string) =>
      fileValue(take(await addDocument(carol, instance, { name }, Buffer.from('seen and signed'))).file!);
    const [proof, elsewhere] = [await upload(mine.id, 'proof.txt'), await upload(other.id, 'proof.txt')];
    const decide = (form: JsonObject) => decideTask(ann, mine.openTasks[0]!.id, { outcome: 'approve', form });

    for (const [form, path] of [
      [{ proof: elsewhere }, '/form/proof'],
      [{ proof: proof.replace('proof.txt', 'other.txt') }, '/form/proof'],
      [{ proof: 'proof.txt' }, '/form/proof'],
      [{ proof, more: [proof, elsewhere] }, '/form/more/1'],
      [{ proof, photo: proof }, '/form/photo'],
      [{ proof, signed: elsewhere }, '/form/signed'],
    ] as const) {
      const refusal = await refusalOf(decide(form));
      expect(refusal.data['errors']).toContainEqual(expect.objectContaining({ path }));
    }
    const sent = { proof, signed: proof, more: [proof] };
    take(await decide(sent));
    const { rows } = await database.owner.query<{ data: { form: unknown } }>(
      "SELECT data FROM events WHERE instance_id = $1 AND type = 'USER_TASK_DECIDED'",
      [mine.id],
    );
    expect(rows[0]?.data.form).toEqual(sent);
  });

  test.each([
    ['a reason that is too long', { outcome: 'approve', reason: 'x'.repeat(200_000) }, 'invalid'],
    ['a form that is too large', { outcome: 'approve', form: { comment: 'x'.repeat(300_000) } }, 'too_large'],
    ['a missing reason', { outcome: 'reject' }, 'invalid'],
    ['a NUL character', { outcome: 'approve', reason: 'a\u0000b' }, 'invalid'],
    ['half of a surrogate pair', { outcome: 'approve', form: { comment: '\ud800' } }, 'invalid'],
    [
      'a name of a prototype',
      { outcome: 'approve', form: JSON.parse('{"__proto__": 1}') as object },
      'invalid',
    ],
    ['an unknown field', { outcome: 'approve', verdict: 1 }, 'invalid'],
    ['no object at all', null, 'invalid'],
  ])('with %s', async (_, decision, code) => {
    const { task } = await openTask();

    const refusal = await refusalOf(decideTask(await world.person('ann'), task, decision as never));

    expect(refusal.code).toBe(code);
  });

  test('while the instance is paused', async () => {
    const { task, instance } = await openTask();
    take(await pauseInstance(await world.person('sam'), instance, { reason: 'looking into it' }));

    const refusal = await refusalOf(decideTask(await world.person('ann'), task, { outcome: 'approve' }));

    expect(refusal.code).toBe('not_allowed');
    expect(take(await getTask(await world.person('ann'), task)).mayDecide).toMatchObject({
      rule: 'not_waiting',
    });
  });

  test('after the request was cancelled', async () => {
    const { task, instance } = await openTask();
    take(await cancelInstance(await world.person('carol'), instance, { reason: 'found the receipt' }));

    const refusal = await refusalOf(decideTask(await world.person('ann'), task, { outcome: 'approve' }));

    expect(refusal).toMatchObject({ code: 'not_allowed', data: { outcome: null } });
    expect(refusal.message).toMatch(/^This task was cancelled on /);
  });

  test.each(['', 'x', '019ae123-1234-7abc-8def-0123456789ab', { id: 1 }])(
    'for the id %j, which no task has',
    async (id) => {
      const refusal = await refusalOf(
        decideTask(await world.person('ann'), id as never, { outcome: 'approve' }),
      );

      expect(refusal.code).toBe('not_found');
    },
  );

  test('to another tenant, in the words of a task that does not exist', async () => {
    const { task } = await openTask();
    const other = await refundWorld(database.owner);
    const stranger = await other.person('ann');

    expect(await refusalOf(decideTask(stranger, task, { outcome: 'approve' }))).toMatchObject({
      code: 'not_found',
    });
    expect(await claimTask(stranger, task)).toMatchObject({ refusal: { code: 'not_found' } });
    expect(await getTask(stranger, task)).toMatchObject({ refusal: { code: 'not_found' } });
  });
});

describe('two of two', () => {
  test('are two different people, and one rejection does not end it without a veto', async () => {
    const review = refund.steps[1]!;
    const pair = await refundWorld(database.owner, {
      ...refund,
      steps: refund.steps.map((step) =>
        step === review && step.type === 'USER_TASK' ? { ...step, approvals: { required: 2, of: 2 } } : step,
      ),
    });
    const task = (await pair.start()).openTasks[0]!.id;
    const ann = await pair.person('ann');

    const first = take(await decideTask(ann, task, { outcome: 'approve' }));
    const again = await refusalOf(decideTask(ann, task, { outcome: 'approve' }));
    const second = take(await decideTask(await pair.person('bob'), task, { outcome: 'approve' }));

    expect(first.instance.status).toBe('waiting');
    expect(first.openTasks).toMatchObject([{ id: task }]);
    expect(again).toMatchObject({ code: 'not_allowed', data: { rule: 'already_voted' } });
    expect(second.instance.status).toBe('completed');
  });
});
