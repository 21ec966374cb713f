import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDocument } from '@/lib/comments/commands';
import type { Definition } from '@/lib/engine/definition/schema';
import { getFile, listFiles } from '@/lib/files/queries';
import { cancelInstance } from '@/lib/instances/commands';
import { verifyInstance } from '@/lib/instances/queries';
import type { Actor } from '@/lib/people/actor';
import { putPerson, putRole } from '@/lib/people/commands';
import { advanceInstance } from '@/lib/runtime/advance';
import type { Worker } from '@/lib/runtime/attempts';
import { settleChild } from '@/lib/runtime/children';
import { verifyEvidence } from '@/lib/runtime/evidence-file';
import { attempt, refusals } from '@/lib/testing/attempt';
import { addressOf, publish, refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { until } from '@/lib/testing/until';
import { whereabouts } from '@/lib/testing/whereabouts';
import { eraseData, leftOf, previewErasure, reachOf } from './erasure';
import { handedOn, pairsOfStep } from './erasure-reach';
import { exportEvidence } from './evidence';
import { readOperations } from './operations';

let database: TestDatabase;
let world: World;
let eve: Actor;

const lookup: Definition = {
  key: 'lookup',
  name: 'Lookup',
  subject: { type: 'order' },
  input: {
    type: 'object',
    properties: { who: { type: 'string' }, country: { type: 'string' }, greeting: { type: 'string' } },
  },
  startableBy: ['employee'],
  maxAge: 'P90D',
  steps: [
    { key: 'start', type: 'START' },
    { key: 'found', type: 'END', outcome: 'found' },
  ],
  transitions: [{ key: 'begin', from: 'start', to: 'found' }],
};

const household: Definition = {
  ...lookup,
  key: 'household',
  name: 'Household',
  input: {
    type: 'object',
    properties: {
      customer: { type: 'object', properties: { name: { type: 'string' }, land: { type: 'string' } } },
    },
  },
  steps: [
    { key: 'start', type: 'START' },
    {
      key: 'looking',
      type: 'SUB_WORKFLOW',
      definition: 'lookup',
      input: {
        who: 'context.customer.name',
        country: 'context.customer.land',
        greeting: '"Dear " + context.customer.name',
      },
      output: { checked: 'result.context.who' },
    },
    { key: 'done', type: 'END', outcome: 'done' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'looking' },
    { key: 'end', from: 'looking', to: 'done' },
  ],
};

/** The same, which still waits when its sub-process has ended. */
const waiting: Definition = {
  ...household,
  key: 'waiting',
  steps: [...household.steps, { key: 'paid', type: 'WAIT_FOR_SIGNAL', signal: 'paid' }],
  transitions: [
    { key: 'begin', from: 'start', to: 'looking' },
    { key: 'looked', from: 'looking', to: 'paid' },
    { key: 'end', from: 'paid', to: 'done' },
  ],
};

const name = 'Wilhelmine Ostertag';
const why = { reason: 'Asked for by the person, case 18.', irreversible: true } as const;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
  for (const definition of [lookup, household, waiting]) await publish(world.admin, definition);
  take(
    await putRole(world.admin, 'privacy', {
      name: 'Privacy',
      permissions: ['instances.read_all', 'instances.erase'],
    }),
  );
  take(await putPerson(world.admin, addressOf('eve'), { name: 'Eve', roles: ['privacy'] }));
  eve = await world.person('eve');
});
afterAll(() => database.drop());

/** A process that asked a sub-process about its customer, which has ended. */
async function family({ key } = household): Promise<{ readonly id: string; readonly child: string }> {
  const { id } = await world.start({ definition: key, input: { customer: { name, land: 'AT' } } });
  const worker: Worker = {
    id: 'test',
    pool: database.app,
    perform: () => Promise.reject(new Error('nothing is called')),
    leaseSeconds: 60,
    stopping: new AbortController().signal,
  };
  const parent = { tenantId: world.tenantId, instanceId: id };
  const { rows } = await database.owner.query<{ key: string }>(
    'SELECT key FROM children WHERE instance_id = $1',
    [id],
  );
  await settleChild(worker, parent, rows[0]!.key);
  const children = await database.owner.query<{ id: string }>(
    'SELECT id FROM instances WHERE parent_id = $1',
    [id],
  );
  const child = children.rows[0]!.id;
  await advanceInstance(worker, { tenantId: world.tenantId, instanceId: child });
  await settleChild(worker, parent, rows[0]!.key);
  await advanceInstance(worker, parent);
  return { id, child };
}

test('an erasure goes on into the sub-process, by the names that the values have there, and both histories verify', async () => {
  const { id, child } = await family();
  const order = { fields: ['customer'], relatives: true };

  const alone = take(await previewErasure(eve, id, { fields: ['customer'] }));
  const preview = take(await previewErasure(eve, id, order));
  const erased = take(await eraseData(eve, id, { ...order, ...why }));

  expect(alone.relatives).toMatchObject([{ instance: { id: child }, state: 'kept', places: {} }]);
  expect(preview.relatives).toMatchObject([{ instance: { id: child }, state: 'erased', message: null }]);
  expect(erased.relatives).toEqual([
    { id: child, state: 'erased', places: preview.relatives[0]!.places, message: null },
  ]);
  expect(take(await readOperations(eve, id)).audit).toMatchObject([{ action: 'data_erased', left: [] }]);
  expect(erased.places).toEqual(preview.places);
  expect(await whereabouts(database.owner, name)).toEqual([]);
  const { rows } = await database.owner.query<{ context: unknown }>(
    'SELECT context FROM instances WHERE id = $1',
    [child],
  );
  // A short value has no place of its own in texts: it is found by the name that the mapping gave it.
  expect(rows[0]!.context).toEqual({ who: '[erased]', country: '[erased]', greeting: 'Dear [erased]' });
  for (const one of [id, child]) expect(take(await verifyInstance(eve, one))).toMatchObject({ ok: true });
});

test('from the child it goes up to the parent; one that has nothing of it keeps its history as it is', async () => {
  const { id, child } = await family();

  const nothing = take(await previewErasure(eve, child, { texts: ['Kugelfisch'], relatives: true }));
  const erased = take(await eraseData(eve, child, { fields: ['who'], relatives: true, ...why }));

  expect(nothing.relatives).toMatchObject([{ instance: { id }, state: 'nothing' }]);
  expect(erased.relatives).toMatchObject([{ id, state: 'erased' }]);
  expect(await whereabouts(database.owner, name)).toEqual([]);
});

test('a live parent is left as it is: preview, result and the record of what staff did say so', async () => {
  const { id, child } = await family(waiting);
  const order = { fields: ['who'], relatives: true };

  const preview = take(await previewErasure(eve, child, order));
  const erased = take(await eraseData(eve, child, { ...order, ...why }));

  expect(preview.relatives).toMatchObject([{ instance: { id }, state: 'live', places: {} }]);
  expect(erased.relatives).toEqual([{ id, state: 'live', places: {}, message: null }]);
  expect(take(await readOperations(eve, child)).audit).toMatchObject([
    { action: 'data_erased', left: [{ instance: { id, subject: { type: 'order' } }, state: 'live' }] },
  ]);
  const { rows } = await database.owner.query<{ context: unknown }>(
    'SELECT context FROM instances WHERE id = $1',
    [id],
  );
  expect(rows[0]!.context).toMatchObject({ customer: { name } });
  await cancelInstance(await world.person('sam'), id, { reason: 'Enough.' });
  take(await eraseData(eve, id, { fields: ['customer'], ...why }));
});

test('one that somebody else moves meanwhile keeps its data, which result and record say', async () => {
  const { id, child } = await family();
  const holding = await database.owner.connect();
  await holding.query('BEGIN');
  await holding.query('SELECT FROM instances WHERE id = $1 FOR UPDATE', [id]);
  const erasing = eraseData(eve, id, { fields: ['customer'], relatives: true, ...why });
  await until('the erasure at the row that is held', async () => {
    const { rows } = await database.owner.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%erase_data%'",
    );
    return rows.length > 0;
  });

  take(await eraseData(eve, child, { fields: ['greeting'], ...why }));
  await holding.query('COMMIT');
  holding.release();
  const erased = take(await erasing);

  expect(erased.relatives).toMatchObject([
    { id: child, state: 'refused', places: {}, message: expect.stringContaining('moved on') as string },
  ]);
  expect(take(await readOperations(eve, id)).audit[0]?.left).toMatchObject([
    { instance: { id: child }, state: 'refused' },
  ]);
  take(await eraseData(eve, child, { fields: ['who'], ...why }));
  expect(await whereabouts(database.owner, name)).toEqual([]);
});

test('one that could not be read when its turn came is not called live, and is among those that kept their data', () => {
  const unread = reachOf(true, false, undefined);
  const live = reachOf(true, true, undefined);
  const kept = reachOf(false, true, undefined);

  expect([unread, live, kept].map(({ state }) => state)).toEqual(['unread', 'live', 'kept']);
  expect(
    leftOf(
      new Map([
        ['a', unread],
        ['b', live],
        ['c', kept],
      ]),
    ),
  ).toEqual([
    { id: 'a', state: 'unread' },
    { id: 'b', state: 'live' },
  ]);
});

test('the content of a file goes where it is asked for; its size and hash stay, in the history too', async () => {
  const { id } = await family();
  const content = Buffer.from(`Letter of ${name}\n`);
  const kept = Buffer.from('Nothing of anybody.\n');
  const ann = await world.person('sam');
  take(await addDocument(ann, id, { name: 'Ostertag letter.txt' }, content));
  take(await addDocument(ann, id, { name: 'terms.txt' }, kept));
  const [letter, terms] = take(await listFiles(eve, id));
  expect(await whereabouts(database.owner, name)).toContain('public.files');

  const preview = take(await previewErasure(eve, id, { files: [letter!.id] }));
  take(await eraseData(eve, id, { fields: ['customer'], files: [letter!.id], relatives: true, ...why }));

  expect(preview).toMatchObject({ places: { file_contents: 1 }, filesKept: 1 });
  expect(await whereabouts(database.owner, name, 'Ostertag letter')).toEqual([]);
  expect(take(await listFiles(eve, id))).toMatchObject([
    {
      id: letter!.id,
      size: content.byteLength,
      sha256: letter!.sha256,
      erasedAt: expect.any(String) as string,
    },
    { id: terms!.id, erasedAt: null },
  ]);
  expect(await getFile(eve, letter!.id)).toMatchObject({ refusal: { code: 'not_allowed' } });
  expect(take(await getFile(eve, terms!.id)).content).toEqual(kept);
  expect(take(await verifyInstance(eve, id))).toMatchObject({ ok: true });
  const evidence: unknown = JSON.parse(JSON.stringify(take(await exportEvidence(eve, id))));
  expect(verifyEvidence(evidence)).toMatchObject({ ok: true });
  expect(JSON.stringify(evidence)).toContain(letter!.sha256);
  // Once gone it is not there to go again; and no other way takes a content away.
  expect(await eraseData(eve, id, { files: [letter!.id], ...why })).toMatchObject({
    refusal: { code: 'not_found' },
  });
  expect(
    await attempt(database.owner, null, [
      "UPDATE files SET content = '', erased_at = now() WHERE id = $1",
      terms!.id,
    ]),
  ).toMatchObject({ refused: refusals.writtenOnce });
});

test('what steps hand on as it is can be followed: whole fields, parts of them, and items of a list', () => {
  const step = household.steps[1]!;
  const listed = {
    ...household,
    steps: [
      { ...step, forEach: { items: 'context.people', as: 'one' }, input: { who: 'one.name' }, output: {} },
    ],
  } as Definition;
  const pairs = pairsOfStep(household, 'looking');

  expect(pairs).toEqual([
    { up: 'customer.name', down: 'who' },
    { up: 'customer.land', down: 'country' },
    { up: 'checked', down: 'who' },
  ]);
  expect(handedOn(pairs, 'up', 'customer')).toEqual(['who', 'country']);
  expect(handedOn(pairs, 'down', 'who')).toEqual(['customer.name', 'checked']);
  expect(handedOn([{ up: 'customer', down: 'person' }], 'up', 'customer.name')).toEqual(['person.name']);
  expect(handedOn(pairsOfStep(listed, 'looking'), 'up', 'people')).toEqual(['who']);
});
