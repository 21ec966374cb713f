import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishDefinition, saveDraft } from '@/lib/definitions/commands';
import type { Definition } from '@/lib/engine/definition/schema';
import { cancelInstance, editContext, pauseInstance } from '@/lib/instances/commands';
import { listInstances } from '@/lib/instances/queries';
import type { InstanceListQuery } from '@/lib/instances/schema';
import { migrateInstance } from '@/lib/migration/migrate-instance';
import { prepareMigration } from '@/lib/migration/commands';
import { listPlans } from '@/lib/migration/queries';
import type { Actor } from '@/lib/people/actor';
import { putPerson, putRole } from '@/lib/people/commands';
import { archiveAll } from '@/lib/retention/archiver';
import { searchableFields } from '@/lib/runtime/search-terms';
import { eraseData } from '@/lib/support/erasure';
import type { InstanceSort } from '@/lib/support/schema';
import { decideTask } from '@/lib/tasks/commands';
import { addressOf, publish, refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';

let database: TestDatabase;
let world: World;
let sam: Actor;

const text = { type: 'string' };

/** A task whose form may write `customer`; what its input declares differs. */
function process(key: string, input: Definition['input'] & object): Definition {
  return {
    key,
    name: key,
    subject: { type: 'order' },
    startableBy: ['employee'],
    input,
    steps: [
      { key: 'start', type: 'START' },
      {
        key: 'look',
        type: 'USER_TASK',
        title: 'Look',
        who: { roles: ['approver'] },
        outcomes: [{ key: 'ok', name: 'OK' }],
        due: { in: 'P1D' },
        form: {
          schema: { type: 'object', properties: { who: text } },
          writeTo: { who: 'customer' },
        },
      },
      { key: 'coming', type: 'WAIT_FOR_SIGNAL', signal: 'come' },
      { key: 'done', type: 'END', outcome: 'done' },
    ],
    transitions: [
      { key: 'begin', from: 'start', to: 'look' },
      { key: 'ok', from: 'look', to: 'coming', on: { outcome: 'ok' } },
      { key: 'end', from: 'coming', to: 'done' },
    ],
  };
}

const loan = process('loan', { type: 'object', properties: { customer: text, amount: { type: 'number' } } });
/** Declares one field more and one less than before. */
const laterLoan = process('loan', { type: 'object', properties: { customer: text, reason: text } });
const letter = process('letter', { type: 'object', properties: { mail: text } });
/** Declares by a reference, inside an object. */
const visit = process('visit', {
  type: 'object',
  properties: { at: { $ref: '#/definitions/place' }, customer: { anyOf: [text, { type: 'null' }] } },
  definitions: { place: { type: 'object', properties: { city: text } } },
});

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
  for (const definition of [loan, letter, visit]) await publish(world.admin, definition);
  take(
    await putRole(world.admin, 'privacy', {
      name: 'Privacy',
      permissions: ['instances.read_all', 'instances.erase'],
    }),
  );
  take(await putPerson(world.admin, addressOf('eve'), { name: 'Eve', roles: ['privacy'] }));
  sam = await world.person('sam');
  const [ann, eve] = [await world.person('ann'), await world.person('eve')];
  const reason = 'Test';
  const order = { reason, irreversible: true } as const;

  for (let n = 0; n < 48; n += 1) {
    const key = ['loan', 'letter', 'visit', 'refund'][n % 4]!;
    if (n === 24) await publishNext(laterLoan);
    const input = {
      ...(n % 3 && key !== 'letter' && { customer: `Customer ${n}` }),
      ...(key === 'refund' && { amount: n }),
      ...(key === 'loan' && (n < 24 ? n % 8 && { amount: n } : n % 8 && { reason: 'New house' })),
      ...(key === 'letter' && n % 8 === 1 && { mail: 'a@b.example' }),
      ...(key === 'visit' && n % 8 === 2 && { at: { city: 'Chur' } }),
    };
    const { id, openTasks } = await world.start({
      definition: key,
      input,
      subject: { id: `I-${n}` },
      ...(n % 5 && { correlationKey: `K-${n}` }),
    });
    // Data change: a value comes, goes, or becomes another one.
    if (n % 7 === 1) take(await editContext(sam, id, { reason, context: { customer: 'Corrected' } }));
    if (n % 7 === 2) take(await editContext(sam, id, { reason, context: { customer: null } }));
    if (n % 11 === 3)
      take(
        await decideTask(ann, openTasks[0]!.id, {
          outcome: key === 'refund' ? 'approve' : 'ok',
          ...(key !== 'refund' && { form: { who: 'Written' } }),
        }),
      );
    if (n % 13 === 4) take(await pauseInstance(sam, id, { reason }));
    if (n % 9 === 5) take(await cancelInstance(sam, id, { reason }));
    if (n % 18 === 5)
      take(await eraseData(eve, id, { ...order, fields: ['customer', 'mail'], texts: [`I-${n}`, `K-${n}`] }));
  }
  const plan = { from: 1, to: 2, data: { reason: { value: 'They told us' } } };
  const live = await database.owner.query<{ id: string }>(
    `SELECT id FROM instances WHERE definition_key = 'loan' AND definition_version = 1 AND closed_at IS NULL ORDER BY id`,
  );
  const ids = live.rows.map(({ id }) => id);
  take(await prepareMigration(sam, 'loan', { plan, ids, reason }));
  const [prepared] = take(await listPlans(sam, 'loan'));
  for (const id of ids.slice(2)) take(await migrateInstance(sam, id, prepared!.id, reason));
  take(await editContext(sam, ids[2]!, { reason, context: { reason: null } }));
  await archiveAll(database.app, 0);
});
afterAll(() => database.drop());

async function publishNext(definition: Definition): Promise<void> {
  take(await saveDraft(world.admin, definition.key, { definition }, 1));
  take(await publishDefinition(world.admin, definition.key));
}

/** What a plain look at every instance says, by subject. */
async function lacking(field: string): Promise<ReadonlySet<string>> {
  const { rows } = await database.owner.query<{ id: string }>(
    `SELECT i.subject_id AS id FROM instances i WHERE i.tenant_id = $1 AND NOT EXISTS (
       SELECT FROM search_terms s WHERE s.tenant_id = i.tenant_id AND s.instance_id = i.id AND s.field = $2 AND s.n = 0)`,
    [world.tenantId, field],
  );
  return new Set(rows.map(({ id }) => id));
}

async function found(query: InstanceListQuery): Promise<string[]> {
  const subjects: string[] = [];
  let cursor: string | undefined;
  do {
    const page = take(await listInstances(sam, query, { limit: 20, cursor }));
    subjects.push(...page.items.map(({ subject }) => subject.id));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return subjects;
}

const lists = new Map<string, Promise<string[]>>();

/** A list that nothing is searched in, read once. */
function withoutSearch(query: InstanceListQuery): Promise<string[]> {
  const name = JSON.stringify(query);
  const list = lists.get(name) ?? found(query);
  lists.set(name, list);
  return list;
}

const fields = {
  customer: 'customer',
  amount: 'amount',
  reason: 'reason',
  mail: 'mail',
  city: 'at.city',
  key: '@key',
  subject: '@subject',
};
type Lists = Readonly<Record<string, ReadonlySet<string>>>;
const searches: readonly (readonly [q: string, holds: (id: string, of: Lists) => boolean])[] = [
  ...Object.keys(fields).map(
    (field) => [`-${field}:*`, (id: string, of: Lists) => of[field]!.has(id)] as const,
  ),
  ['-customer:* -amount:*', (id, of) => of['customer']!.has(id) && of['amount']!.has(id)],
  [
    '-customer:* -reason:* -key:*',
    (id, of) => ['customer', 'reason', 'key'].every((field) => of[field]!.has(id)),
  ],
  ['-customer:* amount:*', (id, of) => of['customer']!.has(id) && !of['amount']!.has(id)],
  ['-(customer:* amount:*)', (id, of) => of['customer']!.has(id) || of['amount']!.has(id)],
  [
    '-customer:* OR -key:* OR -subject:*',
    (id, of) => ['customer', 'key', 'subject'].some((field) => of[field]!.has(id)),
  ],
  ['-(customer:* OR -reason:*)', (id, of) => of['customer']!.has(id) && !of['reason']!.has(id)],
  [
    '-customer:* -amount:* -reason:* -mail:* -city:*',
    (id, of) => ['customer', 'amount', 'reason', 'mail', 'city'].every((field) => of[field]!.has(id)),
  ],
];
const filters: readonly InstanceListQuery[] = [
  {},
  { definition: 'loan' },
  { definition: 'loan', version: 2 },
  { status: ['waiting'] },
  { status: ['paused', 'cancelled'] },
  { state: 'look' },
  { waitingFor: 'signal' },
  { maxAge: 'P1D' },
  { deadline: 'some' },
  { deadline: 'none' },
  { requester: 'carol@example.test' },
];
const sorts: readonly InstanceSort[] = ['newest', 'oldest', 'age', 'deadline', 'closed'];

describe('what has no value in a field is found as a look at every instance would find it', () => {
  test.each(searches.map(([q, holds]) => ({ q, holds })))(
    '$q, with every filter, in every order',
    async ({ q, holds }) => {
      const of: Lists = Object.fromEntries(
        await Promise.all(
          Object.entries(fields).map(async ([name, field]) => [name, await lacking(field)] as const),
        ),
      );
      for (const sort of sorts) {
        for (const filter of filters) {
          const all = await found({ ...filter, sort });
          const expected = all.filter((id) => holds(id, of));

          expect(await found({ ...filter, sort, q }), JSON.stringify({ ...filter, sort })).toEqual(expected);
        }
      }
      const every = (await withoutSearch({})).length;
      const some = (await found({ q })).length;
      expect(some).toBeGreaterThan(0);
      expect(some).toBeLessThan(every);
    },
  );

  test('each instance has a term or a gap in every field that its version declares, and never both', async () => {
    const { rows } = await database.owner.query(
      `SELECT i.subject_id, f.field FROM instances i JOIN definition_versions v ON v.id = i.definition_version_id
       CROSS JOIN LATERAL unnest(v.fields) AS f (field)
       WHERE EXISTS (SELECT FROM search_terms s WHERE s.instance_id = i.id AND s.field = f.field AND s.n = 0)
         = EXISTS (SELECT FROM search_gaps g WHERE g.instance_id = i.id AND g.field = f.field)`,
    );
    const known = await database.owner.query<{ fields: string[] }>(
      "SELECT fields FROM definition_versions WHERE key = 'visit'",
    );

    expect(rows).toEqual([]);
    expect(known.rows).toEqual([{ fields: [...searchableFields(visit)].sort() }]);
  });
});
