import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor } from '@/lib/people/actor';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { refund, refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { claimTask, decideTask } from './commands';
import { countTasks, getTask, listTasks } from './queries';
import { plainSorts, type TaskFilters } from '@/lib/inbox/schema';

let database: TestDatabase;
let world: World;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner, refund);
});
afterAll(() => database.drop());

async function allPages(actor: Actor, filters: TaskFilters, limit: number) {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = take(await listTasks(actor, filters, { limit, cursor }));
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.next ?? undefined;
  } while (cursor);
  return seen;
}

/** Equal instants in every column that a list may be sorted by; half of the due ones are empty. The guards forbid it. */
async function makeEqual(tenantId: string) {
  const client = await database.owner.connect();
  await client.query("BEGIN; SET LOCAL session_replication_role = 'replica'");
  await client.query(
    `UPDATE tasks SET created_at = '2026-01-01', priority = 50,
       due_at = CASE WHEN right(id::text, 1) < '8' THEN '2026-02-01T00:00:00Z'::timestamptz END WHERE tenant_id = $1`,
    [tenantId],
  );
  await client.query('DELETE FROM task_facts; DELETE FROM task_audiences; SELECT file_task(t) FROM tasks t');
  await client.query('COMMIT');
  client.release();
}

describe('the inbox', () => {
  test('shows an open task to those who may decide it, and to nobody else', async () => {
    const { openTasks } = await world.start({ subject: { id: 'inbox-1' } });
    const id = openTasks[0]!.id;
    const rows = async (name: Parameters<World['person']>[0], view: TaskFilters['view']) =>
      take(await listTasks(await world.person(name), { view, q: 'inbox-1' })).items.map((row) => row.id);

    expect(await rows('ann', 'groups')).toEqual([id]);
    expect(await rows('ann', 'mine')).toEqual([]);
    expect(await rows('carol', 'groups')).toEqual([]);
    expect(await rows('eve', 'groups')).toEqual([]);
    expect(await rows('sam', 'all')).toEqual([id]);
    expect(await listTasks(await world.person('ann'), { view: 'all' })).toMatchObject({
      refusal: { code: 'forbidden' },
    });

    take(await claimTask(await world.person('ann'), id));
    expect(await rows('ann', 'mine')).toEqual([id]);
    expect(await rows('bob', 'groups')).toEqual([]);

    take(await decideTask(await world.person('ann'), id, { outcome: 'approve' }));
    expect(await rows('ann', 'mine')).toEqual([]);
    expect(await rows('ann', 'done')).toEqual([id]);
    expect(await rows('bob', 'done')).toEqual([]);
  });

  test('does not show their own request to a requester who is an approver', async () => {
    await world.start({ subject: { id: 'own-1' } }, 'ann');

    const found = take(await listTasks(await world.person('ann'), { view: 'groups', q: 'own-1' }));

    expect(found.items).toEqual([]);
  });

  test('rows say what it is about', async () => {
    await world.start({ subject: { id: 'row-1' }, input: { amount: 42 } });

    const [row] = take(await listTasks(await world.person('bob'), { view: 'groups', q: 'row-1' })).items;

    expect(row).toMatchObject({
      definition: { key: 'refund', name: 'Refund' },
      stepName: 'Review',
      title: 'Approve 42',
      subject: { type: 'order', id: 'row-1' },
      facts: [{ label: 'Amount', value: 42, format: 'money', currency: 'EUR' }],
      requester: { name: 'Carol' },
      assignee: null,
      instanceStatus: 'waiting',
    });
  });

  test('takes what is typed into the search literally', async () => {
    await world.start({ subject: { id: '100%_a' } });

    const found = take(await listTasks(await world.person('bob'), { view: 'groups', q: '%_' }));

    expect(found.items.map(({ subject }) => subject.id)).toEqual(['100%_a']);
  });

  test('counts what waits', async () => {
    const other = await refundWorld(database.owner);
    const first = await other.start();
    await other.start();
    take(await claimTask(await other.person('bob'), first.openTasks[0]!.id));

    expect(await countTasks(await other.person('bob'))).toEqual({
      mine: 1,
      groups: 1,
      acting: 0,
      waiting: 0,
      done: 0,
      overdue: 0,
      snoozed: 0,
    });
    expect(await countTasks(await other.person('carol'))).toEqual({
      mine: 0,
      groups: 0,
      acting: 0,
      waiting: 2,
      done: 0,
      overdue: 0,
      snoozed: 0,
    });
  });
});

describe('pages', () => {
  let paged: World;
  beforeAll(async () => {
    paged = await refundWorld(database.owner);
    for (let count = 0; count < 23; count += 1) await paged.start();
    await makeEqual(paged.tenantId);
  });

  test.each(plainSorts.flatMap((sort) => [1, 4, 23, 50].map((limit) => [sort, limit] as const)))(
    'sorted by %s, %d at a time, hold every row once',
    async (sort, limit) => {
      const bob = await paged.person('bob');
      const whole = take(await listTasks(bob, { view: 'groups', sort }, { limit: 200 })).items;

      const seen = await allPages(bob, { view: 'groups', sort }, limit);

      expect(whole).toHaveLength(23);
      expect(seen).toEqual(whole.map(({ id }) => id));
    },
  );

  test('put tasks without a due instant last', async () => {
    const rows = take(await listTasks(await paged.person('bob'), { view: 'groups', sort: 'due' })).items;
    const dues = rows.map(({ dueAt }) => dueAt !== null);

    expect(dues).toEqual([...dues].sort((left, right) => Number(right) - Number(left)));
    expect(new Set(dues).size).toBe(2);
  });

  test.each(['x', 'WyJ0YXNrcy1uZXdlc3QiLCJ4Il0', 'WyJpbnN0YW5jZXMiLCJ4Il0', '{"a":1}'])(
    'refuse the cursor %s',
    async (cursor) => {
      expect(await listTasks(await paged.person('bob'), { view: 'groups' }, { cursor })).toMatchObject({
        refusal: { code: 'invalid' },
      });
    },
  );
});

describe('the page of a task', () => {
  test('shows form, outcomes, where they lead, who may decide, and whether I may', async () => {
    const { openTasks } = await world.start();

    const task = take(await getTask(await world.person('ann'), openTasks[0]!.id));

    expect(task).toMatchObject({
      candidates: { roles: [{ key: 'approver', name: 'approver' }], people: [] },
      mayDecide: { ok: true },
      mayClaim: true,
      mayRelease: false,
      next: [
        { outcome: 'approve', outcomeName: 'Approve', steps: [{ key: 'approved', name: 'approved' }] },
        { outcome: 'reject', outcomeName: 'Reject', steps: [{ key: 'rejected', name: 'rejected' }] },
      ],
    });
    expect(task.form?.schema).toHaveProperty('properties.comment');
  });

  test('tells the requester by which rule they may not decide', async () => {
    const { openTasks } = await world.start({}, 'ann');

    const task = take(await getTask(await world.person('ann'), openTasks[0]!.id));

    expect(task.mayDecide).toMatchObject({ ok: false, rule: 'requester' });
    expect(task.mayClaim).toBe(false);
  });

  test('says who decided, once it is over', async () => {
    const { openTasks } = await world.start();
    const id = openTasks[0]!.id;
    take(await decideTask(await world.person('bob'), id, { outcome: 'reject', reason: 'no receipt' }));

    const task = take(await getTask(await world.person('ann'), id));

    expect(task).toMatchObject({
      mayDecide: { ok: false, rule: 'closed', message: expect.stringMatching(/^Already decided by Bob on /) },
      votes: [{ person: { name: 'Bob' }, outcomeName: 'Reject', reason: 'no receipt' }],
      outcomeName: 'Reject',
    });
  });

  test('is not found by somebody who has nothing to do with it', async () => {
    const { openTasks } = await world.start();

    expect(await getTask(await world.person('eve'), openTasks[0]!.id)).toMatchObject({
      refusal: { code: 'not_found' },
    });
  });
});
