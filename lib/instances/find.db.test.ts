import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Definition } from '@/lib/engine/definition/schema';
import { waitReasons } from '@/lib/engine/lifecycle';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { publish, refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { decideTask } from '@/lib/tasks/commands';
import { cancelInstance, pauseInstance, retryInstance } from './commands';
import { exportInstances } from './export';
import { listInstances } from './queries';
import type { InstanceListQuery } from './schema';

const external: Activity = { key: 'print', type: 'EXTERNAL', settings: { topic: 'print' } };

let database: TestDatabase;
let world: World;
/** Subject of each instance, the newest last. */
const all = ['A-100', 'A-200', 'B-300', 'C-400'];

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
  const inputs = [
    { amount: 100, customer: 'Maria Lindgren' },
    { amount: 250.5, customer: 'Ana Kovač' },
    { amount: 900, customer: 'Lindgren & Sons' },
    { amount: 100, customer: 'Tom' },
  ];
  for (const [index, id] of all.entries())
    await world.start({ subject: { id }, input: inputs[index]!, correlationKey: `K-${index}` });
});
afterAll(() => database.drop());

async function found(query: InstanceListQuery, name: 'sam' | 'carol' | 'ann' = 'sam') {
  const page = take(await listInstances(await world.person(name), query));
  return page.items.map(({ subject }) => subject.id);
}

describe('support finds an instance', () => {
  test.each<[string, string[]]>([
    ['a-100', ['A-100']],
    ['A-', ['A-200', 'A-100']],
    ['k-2', ['B-300']],
    ['key:K-3', ['C-400']],
    ['subject:b', ['B-300']],
    ['lindgren', ['B-300', 'A-100']],
    ['maria lindgren', ['A-100']],
    ['"lindgren & sons"', ['B-300']],
    ['kovač', ['A-200']],
    ['customer:lind', ['B-300', 'A-100']],
    ['customer="maria lindgren"', ['A-100']],
    ['customer=lindgren', []],
    ['CUSTOMER:tom', ['C-400']],
    ['amount=100', ['C-400', 'A-100']],
    ['amount>100', ['B-300', 'A-200']],
    ['amount>=100 amount<500', ['C-400', 'A-200', 'A-100']],
    ['amount!=100', ['B-300', 'A-200']],
    ['customer:tom OR amount>500', ['C-400', 'B-300']],
    ['lindgren -subject:b', ['A-100']],
    ['carol lindgren -maria', ['B-300']],
    ['carol OR lindgren OR refund', [...all].reverse()],
    ['-(maria OR amount>500)', ['C-400', 'A-200']],
    ['-carol', []],
    ['amount>100 amount<500', ['A-200']],
    [`(a-1 OR a-2) (${all.join(' OR ')}) (tom OR maria OR ana) (refund OR x)`, ['A-200', 'A-100']],
    ['(tom OR maria) amount:100', ['C-400', 'A-100']],
    ['tom OR NOT amount=100', ['C-400', 'B-300', 'A-200']],
    ['person:carol', [...all].reverse()],
    ['carol a-200', ['A-200']],
    ['refund b-300', ['B-300']],
    ['process:refund', [...all].reverse()],
    ['status:waiting tom', ['C-400']],
    ['created>=2020-01-01 tom', ['C-400']],
    ['created<2020-01-01', []],
    ['%', []],
  ])('by %s', async (q, expected) => {
    expect(await found({ q })).toEqual(expected);
  });

  test('by its id', async () => {
    const page = take(await listInstances(await world.person('sam'), { q: 'tom' }));

    expect(await found({ q: page.items[0]!.id })).toEqual(['C-400']);
  });

  test.each([
    ['colour:red', /There is no field colour\. There are: .*amount, customer/],
    ['status:lost', /There is no status lost/],
    ['created>soon', /compared with a day/],
    ['created=2026-02-31x', /There is no day/],
    ['person>carol', /not compared by >/],
    ['"open', /Close it/],
  ])('and is told what is not understood: %s', async (q, message) => {
    expect(await listInstances(await world.person('sam'), { q })).toMatchObject({
      refusal: { code: 'invalid', message: expect.stringMatching(message) as string },
    });
  });

  test('by what its data were corrected to, and no longer by what they were', async () => {
    const other = await refundWorld(database.owner, broken);
    await other.start({ subject: { id: 'X' }, input: { amount: 1, customer: 'Wrong' } });
    const sam = await other.person('sam');
    const ids = async (q: string) => take(await listInstances(sam, { q })).items.map(({ id }) => id);
    const [id] = await ids('wrong');

    take(await retryInstance(sam, id!, { reason: 'typo', context: { amount: 1, customer: 'Right' } }));

    expect(await ids('customer:right')).toEqual([id]);
    expect(await ids('wrong')).toEqual([]);
  });
});

/** Its first condition cannot be evaluated, so that it needs attention at once. */
const broken = {
  key: 'refund',
  name: 'Refund',
  subject: { type: 'order' },
  startableBy: ['employee'],
  input: { type: 'object', properties: { amount: { type: 'number' }, customer: { type: 'string' } } },
  steps: [
    { key: 'start', type: 'START' as const },
    { key: 'choose', type: 'DECISION' as const },
    { key: 'done', type: 'END' as const, outcome: 'done' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'choose' },
    { key: 'go', from: 'choose', to: 'done', when: 'context.amount > 5.0' },
  ],
};

describe('a requester', () => {
  test('finds their own only, whatever they search for', async () => {
    expect(await found({ q: 'lindgren' }, 'carol')).toEqual(['B-300', 'A-100']);
    expect(await found({ q: 'lindgren' }, 'ann')).toEqual([]);
    expect(await found({ q: 'person:carol' }, 'ann')).toEqual([]);
  });
});

describe('the list', () => {
  test('is narrowed by where an instance is, by its age there and by its deadline', async () => {
    expect(await found({ state: 'in_review' })).toHaveLength(4);
    expect(await found({ state: 'approved' })).toEqual([]);
    expect(await found({ maxAge: 'PT1H' })).toHaveLength(4);
    expect(await found({ minAge: 'PT1H' })).toEqual([]);
    expect(await found({ minAge: 'PT0M', state: 'in_review', sort: 'age' })).toHaveLength(4);
    expect(await found({ deadline: 'overdue' })).toEqual([]);
    expect(await found({ waitingFor: 'human_task', version: 1, definition: 'refund' })).toHaveLength(4);
    expect(await found({ waitingFor: 'timer' })).toEqual([]);
  });

  test('of those that wait for something, or for nothing that happens by itself, has just these', async () => {
    const other = await refundWorld(database.owner, withDeadline);
    const sam = await other.person('sam');
    for (const [key, steps, ways] of waits) await publish(other.admin, waitingAt(key, steps, ways));
    for (const [definition] of [...waits, ['refund']] as const)
      await other.start({ definition, input: {}, subject: { id: definition } });
    const { openTasks } = await other.start({ subject: { id: 'decided' }, input: {} });
    take(await decideTask(await other.person('ann'), openTasks[0]!.id, { outcome: 'approve' }));
    const listed = async (query: InstanceListQuery) =>
      take(await listInstances(sam, query))
        .items.map(({ subject }) => subject.id)
        .sort();

    for (const reason of waitReasons) {
      const { rows } = await database.owner.query<{ id: string }>(
        'SELECT subject_id AS id FROM instances WHERE tenant_id = $1 AND $2 = ANY (waiting_for) ORDER BY 1',
        [other.tenantId, reason],
      );
      expect(rows, reason).not.toEqual([]);
      expect(await listed({ waitingFor: reason }), reason).toEqual(rows.map((row) => row.id));
    }
    // What live instances alone have does not go together with what ended ones have.
    expect(await listed({ deadline: 'some', sort: 'closed' })).toEqual([]);
    expect(await listed({ status: ['completed'], sort: 'age' })).toEqual([]);
    expect(await listed({ status: ['completed', 'waiting'], sort: 'deadline' })).toEqual(['refund']);
    expect(await listed({ deadline: 'today', sort: 'deadline' })).toEqual(['refund']);
    expect(await listed({ deadline: 'overdue', sort: 'deadline' })).toEqual([]);
    expect(await listed({ deadline: 'none' })).toEqual(['external', 'file', 'signal', 'webhook']);
  });

  test('has every instance once, page by page, in each of its orders', async () => {
    const other = await refundWorld(database.owner, withDeadline);
    const tasks: string[] = [];
    for (const n of [1, 2, 3, 4, 5]) {
      const { openTasks } = await other.start({ subject: { id: `S-${n}` } });
      tasks.push(openTasks[0]!.id);
    }
    const sam = await other.person('sam');
    for (const sort of ['newest', 'oldest', 'age', 'deadline', 'closed'] as const) {
      if (sort === 'closed')
        for (const task of tasks)
          take(await decideTask(await other.person('ann'), task, { outcome: 'approve' }));
      const seen: string[] = [];
      for (let cursor: string | undefined, more = true; more;) {
        const page = take(await listInstances(sam, { sort }, { limit: 2, cursor }));
        seen.push(...page.items.map(({ subject }) => subject.id));
        cursor = page.next ?? undefined;
        more = cursor !== undefined;
      }

      const rising = ['S-1', 'S-2', 'S-3', 'S-4', 'S-5'];
      const falls = sort === 'newest' || sort === 'closed';
      expect(seen, sort).toEqual(falls ? [...rising].reverse() : rising);
    }
  });

  test('has the live and the ended instances of one state in one order, page by page', async () => {
    const other = await refundWorld(database.owner);
    const sam = await other.person('sam');
    for (const n of [1, 2, 3, 4]) {
      const { id } = await other.start({ subject: { id: `M-${n}` } });
      if (n % 2) take(await cancelInstance(sam, id, { reason: 'x' }));
    }
    for (const sort of ['newest', 'oldest'] as const) {
      const seen: string[] = [];
      for (let cursor: string | undefined, more = true; more;) {
        const query = { state: 'in_review', sort } as const;
        const page = take(await listInstances(sam, query, { limit: 1, cursor }));
        seen.push(...page.items.map(({ subject }) => subject.id));
        cursor = page.next ?? undefined;
        more = cursor !== undefined;
      }

      const rising = ['M-1', 'M-2', 'M-3', 'M-4'];
      expect(seen).toEqual(sort === 'newest' ? [...rising].reverse() : rising);
    }
    const only = async (query: InstanceListQuery) =>
      take(await listInstances(sam, { state: 'in_review', ...query })).items.map(({ subject }) => subject.id);
    expect(await only({ status: ['waiting'] })).toEqual(['M-4', 'M-2']);
    expect(await only({ sort: 'closed' })).toEqual(['M-3', 'M-1']);
    expect(await only({ sort: 'deadline', status: ['cancelled'] })).toEqual([]);
  });

  test('shows ended instances where they ended, and not among the waiting ones', async () => {
    const other = await refundWorld(database.owner);
    const { id, openTasks } = await other.start();
    const sam = await other.person('sam');
    take(await pauseInstance(sam, id, { reason: 'x' }));
    expect(take(await listInstances(sam, { status: ['paused'] })).items).toHaveLength(1);
    const second = await other.start({ subject: { id: 'second' } });
    take(await decideTask(await other.person('ann'), second.openTasks[0]!.id, { outcome: 'approve' }));
    expect(openTasks).toHaveLength(1);

    expect(take(await listInstances(sam, { state: 'approved' })).items).toHaveLength(1);
    expect(take(await listInstances(sam, { state: 'approved', status: ['completed'] })).items).toHaveLength(
      1,
    );
    expect(take(await listInstances(sam, { minAge: 'PT0M' })).items).toMatchObject([{ id }]);
  });
});

const later = { duration: 'P1D' } as const;
/** Processes that wait: their steps between start and end, and what a transition into the first of them does. */
const waits: readonly [key: string, steps: Definition['steps'], activities?: Activity[]][] = [
  ['signal', [{ key: 'wait', type: 'WAIT_FOR_SIGNAL', signal: 'paid' }]],
  ['webhook', [{ key: 'wait', type: 'WAIT_FOR_SIGNAL', signal: 'paid', source: 'webhook' }]],
  [
    'message',
    [{ key: 'wait', type: 'WAIT_FOR_SIGNAL', signal: 'paid', source: 'message', due: { in: 'P1D' } }],
  ],
  ['timer', [{ key: 'wait', type: 'WAIT_FOR_TIMER', timer: later }]],
  ['cron', [{ key: 'wait', type: 'WAIT_FOR_TIMER', timer: { cron: '0 9 * * 1', timeZone: 'UTC' } }]],
  ['file', [{ key: 'wait', type: 'WAIT_FOR_FILE' }]],
  ['child', [{ key: 'wait', type: 'SUB_WORKFLOW', definition: 'refund', maxAge: 'P1D' }]],
  ['external', [{ key: 'wait', type: 'AUTOMATED', activities: [external] }]],
  ['on-the-way', [{ key: 'wait', type: 'WAIT_FOR_TIMER', timer: later }], [external]],
];

function waitingAt(key: string, steps: Definition['steps'], activities?: Activity[]): Definition {
  return {
    key,
    name: key,
    subject: { type: 'order' },
    startableBy: ['employee'],
    ...(activities && { maxAge: 'P1D' }),
    steps: [{ key: 'start', type: 'START' }, ...steps, { key: 'done', type: 'END', outcome: 'done' }],
    transitions: [
      { key: 'begin', from: 'start', to: 'wait', ...(activities && { activities }) },
      { key: 'end', from: 'wait', to: 'done' },
    ],
  };
}

const withDeadline = {
  key: 'refund',
  name: 'Refund',
  subject: { type: 'order' },
  startableBy: ['employee'],
  input: { type: 'object', properties: { amount: { type: 'number' }, customer: { type: 'string' } } },
  steps: [
    { key: 'start', type: 'START' as const },
    {
      key: 'in_review',
      type: 'USER_TASK' as const,
      title: 'Approve',
      outcomes: [{ key: 'approve', name: 'Approve', kind: 'positive' as const }],
      who: { roles: ['approver'] },
      due: { in: 'P1D' },
    },
    { key: 'approved', type: 'END' as const, outcome: 'approved' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'in_review' },
    { key: 'approve', from: 'in_review', to: 'approved', on: { outcome: 'approve' } },
  ],
};

test('the whole list is taken along as a file, with its filters', async () => {
  const sam = await world.person('sam');
  const read = async (query: unknown) => {
    const { texts } = take(await exportInstances(sam, query));
    let file = '';
    for await (const text of texts) file += text;
    return file;
  };

  const json = JSON.parse(await read({ format: 'json', q: 'lindgren' })) as { subject: { id: string } }[];
  const lines = (await read({ q: 'lindgren', sort: 'oldest' })).trim().split('\r\n');

  expect(json.map(({ subject }) => subject.id)).toEqual(['B-300', 'A-100']);
  expect(lines.map((line) => line.split(',')[1])).toEqual(['subject', 'A-100', 'B-300']);
  expect(await exportInstances(sam, { format: 'xlsx' })).toMatchObject({ refusal: { code: 'invalid' } });
});

test('every comparison that an index answers under row-level security leaks nothing, as PostgreSQL sees it', async () => {
  const { rows } = await database.owner.query<{ name: string }>(
    `SELECT proname AS name FROM pg_proc WHERE NOT proleakproof AND proname IN ('texteq', 'text_lt', 'text_le', 'text_gt', 'text_ge',
       'uuid_eq', 'uuid_lt', 'uuid_gt', 'uuid_ge', 'float8eq', 'float8lt', 'float8gt', 'float8le', 'float8ge',
       'timestamptz_lt', 'timestamptz_le', 'timestamptz_gt')`,
  );

  expect(rows).toEqual([]);
});
