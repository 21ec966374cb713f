import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Actor } from '@/lib/people/actor';
import { decideTask } from '@/lib/tasks/commands';
import { publish, refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { cancelInstance, pauseInstance } from './commands';
import type { InstanceConditions } from './list-query';
import { readInstances } from './read-instances';
import { readListQuery } from './read-list-query';
import type { InstanceListQuery } from './schema';

let database: TestDatabase;
let world: World;
let sam: Actor;

/** Two tasks at once, and beside them a wait for a signal. */
const triple: Definition = {
  key: 'triple',
  name: 'Triple',
  subject: { type: 'order' },
  startableBy: ['employee'],
  input: { type: 'object', properties: { customer: { type: 'string' } } },
  steps: [
    { key: 'start', type: 'START' },
    { key: 'fork', type: 'PARALLEL_FORK', mode: 'all' },
    ...(['first', 'second'] as const).map((key) => ({
      key,
      type: 'USER_TASK' as const,
      title: 'Look',
      who: { roles: ['approver'] },
      outcomes: [{ key: 'ok', name: 'OK' }],
      due: { in: 'P1D' },
    })),
    { key: 'coming', type: 'WAIT_FOR_SIGNAL', signal: 'come' },
    { key: 'join', type: 'PARALLEL_JOIN', fork: 'fork', mode: 'all' },
    { key: 'done', type: 'END', outcome: 'done' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'fork' },
    { key: 'a', from: 'fork', to: 'first' },
    { key: 'b', from: 'fork', to: 'second' },
    { key: 'c', from: 'fork', to: 'coming' },
    { key: 'a2', from: 'first', to: 'join', on: { outcome: 'ok' } },
    { key: 'b2', from: 'second', to: 'join', on: { outcome: 'ok' } },
    { key: 'c2', from: 'coming', to: 'join' },
    { key: 'end', from: 'join', to: 'done' },
  ],
};

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
  await publish(world.admin, triple);
  sam = await world.person('sam');
  const ann = await world.person('ann');
  for (let n = 0; n < 24; n += 1) {
    const definition = n % 3 === 0 ? 'refund' : 'triple';
    const input = {
      customer: n % 2 ? 'Maria Lindgren' : 'Tom',
      ...(definition === 'refund' && { amount: n }),
    };
    const { id, openTasks } = await world.start({ definition, input, subject: { id: `I-${n}` } });
    if (n % 8 === 3) take(await pauseInstance(sam, id, { reason: 'x' }));
    if (n % 8 === 5) take(await cancelInstance(sam, id, { reason: 'x' }));
    if (n % 8 !== 6) continue;
    for (const task of openTasks)
      take(await decideTask(ann, task.id, { outcome: definition === 'refund' ? 'approve' : 'ok' }));
  }
  // Ages and deadlines that would take long to come about, spread over what there is.
  const client = await database.owner.connect();
  await client.query(
    `BEGIN; SET LOCAL session_replication_role = 'replica';
     UPDATE step_instances s SET entered_at = now() - (n % 7) * interval '6 minutes'
       FROM (SELECT instance_id, key, row_number() OVER (ORDER BY instance_id, key) AS n FROM step_instances) AS o
       WHERE o.instance_id = s.instance_id AND o.key = s.key;
     UPDATE tasks t SET due_at = CASE WHEN n % 4 < 3 THEN now() + (n % 4 - 1) * interval '20 hours' + interval '1 hour' END
       FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM tasks) AS o WHERE o.id = t.id AND t.due_at IS NOT NULL;
     COMMIT`,
  );
  client.release();
});
afterAll(() => database.drop());

const filters: Readonly<Record<string, InstanceListQuery>> = {
  nothing: {},
  'a word': { q: 'maria' },
  'not a word': { q: '-maria' },
  'a field': { q: 'customer:lind' },
  'another number': { q: 'amount!=9' },
  'between numbers': { q: 'amount>3 amount<=15 OR customer=tom amount>=12' },
  'any value': { q: 'amount:*' },
  'a process': { definition: 'triple' },
  waiting: { status: ['waiting'] },
  'rare status': { status: ['paused', 'cancelled'] },
  'live and ended': { status: ['waiting', 'cancelled', 'completed'] },
  'a step': { state: 'first' },
  'the other step': { state: 'in_review' },
  'a wait for a person': { waitingFor: 'human_task' },
  'a wait for a signal': { waitingFor: 'signal' },
  old: { minAge: 'PT15M' },
  young: { minAge: 'PT3M', maxAge: 'PT20M' },
  overdue: { deadline: 'overdue' },
  'due today': { deadline: 'today' },
  'due some time': { deadline: 'some' },
  'nothing comes': { deadline: 'none' },
};
const sorts = ['newest', 'oldest', 'age', 'deadline', 'closed'] as const;
type Sort = (typeof sorts)[number];

/** @param few whether what is waited or searched for is taken for rare: the same instances are found either way */
async function found(query: InstanceListQuery, sort: Sort, few: boolean): Promise<string[]> {
  const { where } = take(await readListQuery(sam, query));
  const { waitingFor, search } = where;
  const asked: InstanceConditions = {
    ...where,
    waitingFor: waitingFor && { ...waitingFor, few },
    search: search && {
      ways: search.ways.map((way) => way.map((test) => (test.kind === 'term' ? { ...test, few } : test))),
    },
  };
  const rows = await readInstances(world.tenantId, asked, sort, null, 100);
  return rows.map(({ row }) => row.subject.id);
}

/** What a live instance alone has, an age, is asked of one stay: that of the step which is asked for as well. */
const ofOneStay = new Set(['a step', 'the other step', 'old', 'young']);

test('two filters together leave what each of them leaves, in every order, each once', async () => {
  const alone = new Map<string, ReadonlySet<string>>();
  for (const [name, query] of Object.entries(filters))
    alone.set(name, new Set(await found(query, 'newest', true)));
  for (const name of Object.keys(filters)) {
    const some = alone.get(name)!.size;
    expect(some, name).toBeGreaterThan(0);
    if (name !== 'nothing') expect(some, name).toBeLessThan(24);
  }

  for (const sort of sorts) {
    const shown = new Set(await found({}, sort, true));
    for (const [one, query] of Object.entries(filters)) {
      for (const [other, further] of Object.entries(filters)) {
        const keys = Object.keys(query).filter((key) => key in further);
        if (keys.length > 0 || (ofOneStay.has(one) && ofOneStay.has(other))) continue;
        for (const few of [true, false]) {
          const list = await found({ ...query, ...further }, sort, few);

          const both = [...alone.get(one)!].filter((id) => alone.get(other)!.has(id) && shown.has(id));
          expect([...list].sort(), `${one}, ${other}, ${sort}`).toEqual(both.sort());
        }
      }
    }
  }
});

test('an age together with a step is the age in that step', async () => {
  const { rows } = await database.owner.query<{ id: string }>(
    `SELECT DISTINCT i.subject_id AS id FROM step_instances s JOIN instances i ON i.id = s.instance_id
     WHERE s.step = 'first' AND s.exited_at IS NULL AND s.live AND s.entered_at <= now() - interval '15 minutes' ORDER BY 1`,
  );
  expect(rows).not.toEqual([]);

  for (const sort of ['newest', 'oldest', 'age', 'deadline'] as const) {
    const list = await found({ state: 'first', minAge: 'PT15M' }, sort, true);
    const shown = new Set(await found({}, sort, true));
    const expected = rows.map(({ id }) => id).filter((id) => shown.has(id));
    expect([...list].sort(), sort).toEqual(expected);
  }
});

test('what is due today comes in the order of today’s deadlines, also where another one has passed', async () => {
  const { rows } = await database.owner.query<{ id: string; late: boolean }>(
    `SELECT i.subject_id AS id, bool_or(t.due_at < now()) AS late FROM tasks t JOIN instances i ON i.id = t.instance_id
     WHERE t.status IN ('pending', 'in_progress') GROUP BY i.id, i.subject_id
     HAVING bool_or(t.due_at >= now() AND t.due_at < now() + interval '24 hours')
     ORDER BY min(t.due_at) FILTER (WHERE t.due_at >= now()), i.id`,
  );
  expect(rows.map(({ late }) => late)).toContain(true);

  expect(await found({ deadline: 'today' }, 'deadline', true)).toEqual(rows.map(({ id }) => id));
});
