import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Actor } from '@/lib/people/actor';
import { readTenant, tenantQuery } from '@/lib/database/tenant-statement';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { createAbsence } from '@/lib/absence/commands';
import {
  addressOf,
  publish,
  refund,
  refundWorld,
  take,
  type World,
} from '@/lib/testing/builders/refund-world';
import { claimTask, decideTask } from '@/lib/tasks/commands';
import { audiencesOf } from './audience';
import { listFactLabels, listFactValues, listTaskProcesses } from './facts';
import { pageStatement, type Search } from './inbox-statement';
import { orderOf } from './order';
import { readPage, type Run } from './read-page';
import type { TaskFilters } from './schema';
import { countTasks, listTasks } from '@/lib/tasks/queries';

let database: TestDatabase;
let world: World;
let bob: Actor;

/** Amount, customer and country; the priority is the step's own. */
const order: Definition = {
  ...refund,
  input: {
    type: 'object',
    properties: {
      amount: { type: 'number' },
      customer: { type: 'string' },
      country: {
        type: 'string',
        oneOf: [
          { const: 'DE', title: 'Germany' },
          { const: 'CH', title: 'Switzerland' },
        ],
      },
    },
    required: ['amount'],
  },
  facts: [
    { label: 'Amount', value: 'context.amount', format: 'money', currency: 'EUR' },
    { label: 'Customer', value: 'context.customer' },
    { label: 'Country', value: 'context.country' },
  ],
};
/** It has no facts, and its tasks go before the others. */
const plain: Definition = {
  ...refund,
  key: 'leave',
  name: 'Leave',
  facts: [],
  steps: refund.steps.map((step) => (step.type === 'USER_TASK' ? { ...step, priority: 80 } : step)),
};

/** [subject, amount, customer, country] */
const orders = [
  ['a', 30, 'Zoe', 'DE'],
  ['b', 200, 'Abe', 'CH'],
  ['c', 1000, 'Zoe', 'CH'],
  ['d', 5, 'Mia', 'DE'],
  ['e', 200, 'Mia', undefined],
] as const;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner, order);
  await publish(world.admin, plain);
  for (const [id, amount, customer, country] of orders) {
    await world.start({ subject: { id }, input: { amount, customer, ...(country && { country }) } });
  }
  await world.start({ definition: 'leave', subject: { id: 'x' }, input: { amount: 7 } });
  bob = await world.person('bob');
});
afterAll(() => database.drop());

async function subjects(filters: TaskFilters, actor = bob) {
  const { items } = take(await listTasks(actor, { view: 'groups', ...filters }));
  return items.map(({ subject }) => subject.id).join('');
}

describe('a list sorted by business facts', () => {
  test.each([
    [['fact:Amount', 'oldest'], 'dabecx'],
    [['-fact:Amount', 'oldest'], 'cbeadx'],
    [['fact:Customer', '-fact:Amount'], 'bedcax'],
    [['process', 'fact:Amount', 'newest'], 'xdaebc'],
    [['priority', '-fact:Amount', 'oldest'], 'xcbead'],
    [['-priority', 'fact:Amount'], 'dabecx'],
    [['oldest'], 'abcdex'],
  ])('by %j puts what lacks the fact last', async (sort, expected) => {
    expect(await subjects({ sort })).toBe(expected);
  });

  test.each([1, 2, 3, 5])('has every row once in pages of %d', async (limit) => {
    for (const sort of [
      ['-fact:Amount', 'oldest'],
      ['fact:Country'],
      ['priority', 'fact:Customer', 'newest'],
    ]) {
      const whole = await subjects({ sort });
      let seen = '';
      let cursor: string | undefined;
      do {
        const page = take(await listTasks(bob, { view: 'groups', sort }, { limit, cursor }));
        seen += page.items.map(({ subject }) => subject.id).join('');
        cursor = page.next ?? undefined;
      } while (cursor);
      expect(seen).toBe(whole);
    }
  });

  test.each([
    ['priority', '-fact:Amount'],
    ['-priority', 'due'],
    ['priority', 'newest'],
    ['process', 'fact:Customer', 'newest'],
    ['-process', '-fact:Country', 'fact:Amount'],
    ['fact:Country', '-fact:Amount'],
    ['-fact:Country', 'newest'],
    ['-fact:Customer', 'fact:Country', 'fact:Amount'],
  ])('by %s, then %s is the same level by level as sorted at once', async (...sort) => {
    const order = orderOf(sort, undefined);
    const lists = { audiences: audiencesOf('groups', bob, []), where: { facts: [] }, order };
    type Row = { subject: string; key: string[] };
    const run: Run = ({ text, values }) => readTenant(database.app, bob.tenantId, tenantQuery(text), values);
    const page = async (few: number, limit: number, after?: readonly string[]) =>
      await readPage<Row>(run, { ...lists, few }, after, limit, 'i.subject_id AS subject');

    const whole = (await page(100, 100)).map(({ subject }) => subject).join('');
    expect(whole).toHaveLength(6);
    for (const few of [0, 1, 5]) {
      let seen = '';
      let after: readonly string[] | undefined;
      for (let rows = await page(few, 2); rows.length > 0; rows = await page(few, 2, after)) {
        seen += rows.map(({ subject }) => subject).join('');
        after = rows.at(-1)!.key;
      }
      expect([few, seen]).toEqual([few, whole]);
    }
  });

  test('groups by what it is asked for first', async () => {
    expect(await subjects({ sort: ['-fact:Amount', 'oldest'], group: 'process' })).toBe('xcbead');
  });
});

describe('a list filtered', () => {
  test.each([
    [{ fact: 'Country:is:CH' }, 'bc'],
    [{ fact: ['Country:is:CH', 'Amount:from:500'] }, 'c'],
    [{ fact: ['Amount:from:30', 'Amount:to:200'] }, 'abe'],
    [{ fact: 'Customer:has:o' }, 'ac'],
    [{ fact: 'Customer:has:%' }, ''],
    [{ fact: 'Nothing:is:CH' }, ''],
    [{ definition: 'leave' }, 'x'],
    [{ q: 'zoe' }, 'ac'],
    [{ q: 'CAROL' }, 'abcdex'],
    [{ priorityFrom: 51 }, 'x'],
    [{ overdue: true }, ''],
  ] satisfies [TaskFilters, string][])('by %j', async (filters, expected) => {
    expect(await subjects({ sort: 'oldest', ...filters })).toBe(expected);
  });

  test.each([[['oldest']], [['priority', '-fact:Amount']]])(
    'by words, sorted by %j, finds the same by the index as in the list',
    async (sort) => {
      const audiences = audiencesOf('groups', bob, []);
      const order = orderOf(sort, undefined);
      const found = async (words: string, search?: Search) => {
        const where = { words, facts: [] };
        const page = { part: 'whole', limit: 50, search } as const;
        const { text, values } = pageStatement(audiences, where, order, page, 'i.subject_id AS subject');
        const statement = tenantQuery(text);
        const rows = await readTenant<{ subject: string }>(database.app, bob.tenantId, statement, values);
        return rows.map(({ subject }) => subject).join('');
      };

      for (const words of ['%zoe%', '%carol%', '%zebra%', '%o%']) {
        const whole = await found(words);
        const others = [await found(words, 'first'), await found(words, 'index')];
        expect([words, ...others]).toEqual([words, whole, whole]);
      }
      expect(await found('%carol%', 'index')).toHaveLength(6);
    },
  );

  test('refuses a filter and an order that it does not understand, and a cursor of another order', async () => {
    const page = take(await listTasks(bob, { view: 'groups', sort: 'fact:Amount' }, { limit: 2 }));

    expect(await listTasks(bob, { fact: 'Amount>5' })).toMatchObject({ refusal: { code: 'invalid' } });
    expect(await listTasks(bob, { sort: 'colour' })).toMatchObject({ refusal: { code: 'invalid' } });
    expect(
      await listTasks(bob, { view: 'groups', sort: 'due' }, { cursor: page.next ?? undefined }),
    ).toMatchObject({ refusal: { code: 'invalid' } });
  });
});

describe('what a list can be filtered by', () => {
  test('are the facts that the reader’s own tasks have, with their bounds', async () => {
    expect(take(await listFactLabels(bob, { view: 'groups' }))).toEqual([
      { label: 'Amount', kind: 'number', format: 'money', currency: 'EUR', least: 5, most: 1000 },
      { label: 'Country', kind: 'text', format: null, currency: null, least: null, most: null },
      { label: 'Customer', kind: 'text', format: null, currency: null, least: null, most: null },
    ]);
    expect(take(await listFactLabels(await world.person('eve'), { view: 'groups' }))).toEqual([]);
  });

  test('are the values that occur, as people read them', async () => {
    const values = async (label: string, q?: string) =>
      take(await listFactValues(bob, { view: 'groups', label, q }));

    expect(await values('Country')).toEqual([
      { value: 'CH', title: 'Switzerland' },
      { value: 'DE', title: 'Germany' },
    ]);
    expect(await values('Country', 'swi')).toEqual([{ value: 'CH', title: 'Switzerland' }]);
    expect((await values('Customer')).map(({ value }) => value)).toEqual(['Abe', 'Mia', 'Zoe']);
    expect(
      take(await listFactValues(await world.person('eve'), { view: 'groups', label: 'Customer' })),
    ).toEqual([]);
  });

  test('are the processes whose tasks are in it', async () => {
    expect(take(await listTaskProcesses(bob, { view: 'groups' }))).toEqual([
      { key: 'leave', name: 'Leave' },
      { key: 'refund', name: 'Refund' },
    ]);
  });

  test('is not everybody’s for whoever may not read all', async () => {
    expect(await listFactLabels(bob, { view: 'all' })).toMatchObject({ refusal: { code: 'forbidden' } });
    expect(take(await listTaskProcesses(await world.person('sam'), { view: 'all' }))).toHaveLength(2);
  });
});

describe('the lists that a task stands in', () => {
  test('follow it from being offered, over being taken, to being decided', async () => {
    const own = await refundWorld(database.owner);
    const [ann, carol, first] = [await own.person('ann'), await own.person('carol'), await own.start()];
    const id = first.openTasks[0]!.id;
    const bobToo = await own.person('bob');
    const seen = async () => ({
      ann: await countTasks(ann),
      bob: (await countTasks(bobToo)).groups,
      carol: (await countTasks(carol)).waiting,
    });

    expect(await seen()).toMatchObject({ ann: { mine: 0, groups: 1, done: 0 }, bob: 1, carol: 1 });
    take(await claimTask(ann, id));
    expect(await seen()).toMatchObject({ ann: { mine: 1, groups: 0, done: 0 }, bob: 0, carol: 1 });
    take(await decideTask(ann, id, { outcome: 'approve' }));
    expect(await seen()).toMatchObject({ ann: { mine: 0, groups: 0, done: 1 }, bob: 0, carol: 0 });

    const { rows } = await database.owner.query(
      'SELECT audience FROM task_audiences WHERE task_id = $1 UNION ALL SELECT label FROM task_facts WHERE task_id = $1',
      [id],
    );
    expect(rows).toEqual([{ audience: `d:${ann.personId}` }]);
  });

  test('are the deputy’s too while somebody is away, as far as they were left to them', async () => {
    const own = await refundWorld(database.owner, order);
    await publish(own.admin, plain);
    const [ann, eve] = [await own.person('ann'), await own.person('eve')];
    const waits = async (amount: number, definition = 'refund', by: 'carol' | 'ann' = 'carol') =>
      own.start({ definition, subject: { id: `${definition}-${amount}` }, input: { amount } }, by);
    for (const amount of [10, 900]) await waits(amount);
    await waits(20, 'leave');
    await waits(30, 'refund', 'ann');
    const taken = await waits(40);
    take(await claimTask(ann, taken.openTasks[0]!.id));
    const seen = async () =>
      take(await listTasks(eve, { view: 'acting', sort: 'oldest' })).items.map(({ subject }) => subject.id);

    expect(await seen()).toEqual([]);
    take(
      await createAbsence(ann, {
        deputy: addressOf('eve'),
        endsAt: new Date(Date.now() + 86_400_000).toISOString(),
        processes: ['refund'],
        mostAmount: 500,
      }),
    );
    // Not the one beyond the amount, nor of the other process, nor the request of the absent person herself.
    expect(await seen()).toEqual(['refund-10', 'refund-40']);
    expect((await countTasks(eve)).acting).toBe(2);
  });

  test('are as the tasks say, whatever happened to them', async () => {
    const stored = () =>
      database.owner
        .query('SELECT to_jsonb(a) AS row FROM task_audiences a ORDER BY a.task_id, a.audience')
        .then(({ rows }) => rows);
    const before = await stored();
    await database.owner.query(
      'DELETE FROM task_facts; DELETE FROM task_audiences; SELECT file_task(t) FROM tasks t',
    );

    expect(before.length).toBeGreaterThan(10);
    expect(await stored()).toEqual(before);
  });
});
