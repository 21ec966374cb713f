import { afterAll, beforeAll, expect, test } from 'vitest';
import { addComment } from '@/lib/comments/commands';
import type { Definition } from '@/lib/engine/definition/schema';
import { cancelInstance, editContext } from '@/lib/instances/commands';
import { getInstance, listEvents, listInstances, verifyInstance } from '@/lib/instances/queries';
import { putPerson, putRole } from '@/lib/people/commands';
import { archiveAll } from '@/lib/retention/archiver';
import { verifyEvidence } from '@/lib/runtime/evidence-file';
import { sendSignal } from '@/lib/signals/commands';
import { decideTask } from '@/lib/tasks/commands';
import { attempt, refusals } from '@/lib/testing/attempt';
import { addressOf, publish, refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { whereabouts } from '@/lib/testing/whereabouts';
import { listDataChanges } from './data-changes';
import { eraseData, previewErasure } from './erasure';
import { exportEvidence } from './evidence';

let database: TestDatabase;
let world: World;

const claim: Definition = {
  key: 'claim',
  name: 'Claim',
  subject: { type: 'order' },
  correlation: 'input.mail',
  input: {
    type: 'object',
    properties: {
      amount: { type: 'number' },
      customer: { type: 'object', properties: { name: { type: 'string' }, land: { type: 'string' } } },
      mail: { type: 'string' },
      phone: { type: 'number' },
    },
  },
  facts: [
    { label: 'Customer', value: 'input.customer.name' },
    { label: 'Phone', value: 'input.phone' },
  ],
  startableBy: ['employee'],
  maxAge: 'P90D',
  steps: [
    { key: 'start', type: 'START' },
    {
      key: 'checking',
      type: 'USER_TASK',
      title: 'Check the claim of {{ context.customer.name }}',
      who: { roles: ['approver'] },
      outcomes: [{ key: 'ok', name: 'OK' }],
      form: { schema: { type: 'object', properties: { note: { type: 'string' } } } },
    },
    { key: 'paid', type: 'WAIT_FOR_SIGNAL', signal: 'paid' },
    { key: 'done', type: 'END', outcome: 'done' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'checking' },
    { key: 'ok', from: 'checking', to: 'paid', on: { outcome: 'ok' }, when: 'context.customer.name != ""' },
    { key: 'else', from: 'checking', to: 'done', on: { outcome: 'ok' }, default: true },
    { key: 'end', from: 'paid', to: 'done' },
  ],
};

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
  await publish(world.admin, claim);
  take(
    await putRole(world.admin, 'privacy', {
      name: 'Privacy',
      permissions: ['instances.read_all', 'instances.erase'],
    }),
  );
  take(await putPerson(world.admin, addressOf('eve'), { name: 'Eve', roles: ['privacy'] }));
});
afterAll(() => database.drop());

const name = 'Wilhelmine Ostertag';
const earlier = 'Wilhelmina Ostertag';
const mail = 'w.ostertag@mail.example';
const order = { fields: ['customer', 'mail', 'phone'], texts: ['Ostertag'] };
const why = { reason: 'Asked for by the person, case 17.', irreversible: true } as const;

/** A claim that has ended, with the person's data in every place where an instance keeps data. */
async function ended(): Promise<string> {
  const [sam, ann] = [await world.person('sam'), await world.person('ann')];
  const input = { amount: 12, customer: { name: earlier, land: 'AT' }, mail, phone: 436_641_234 };
  const { id } = await world.start({ definition: 'claim', input, correlationKey: mail });
  take(
    await editContext(sam, id, {
      reason: `${name} spells it otherwise.`,
      context: { ...input, customer: { name, land: 'AT' } },
    }),
  );
  take(await addComment(ann, id, { text: `I have written to ${mail.toUpperCase()}.` }));
  const { rows } = await database.owner.query<{ id: string }>('SELECT id FROM tasks WHERE instance_id = $1', [
    id,
  ]);
  take(await decideTask(ann, rows[0]!.id, { outcome: 'ok', form: { note: `Frau Ostertag called.` } }));
  take(await sendSignal(world.admin, id, { id: 'p-1', name: 'paid', payload: { by: name } }));
  await database.owner.query('DELETE FROM pending_notices');
  return id;
}

/** Puts 2,200 changes of the data behind the last event of an instance, as no test could make them one by one. */
async function grow(id: string): Promise<void> {
  await database.owner.query(
    `BEGIN; SET LOCAL session_replication_role = replica;
     INSERT INTO events SELECT (jsonb_populate_record(last.e, jsonb_build_object('sequence', (last.e).sequence + n, 'type', 'CONTEXT_EDITED',
         'subject', 'context', 'lifecycle', NULL, 'from_status', NULL, 'to_status', NULL, 'from_state', NULL, 'to_state', NULL, 'data',
         jsonb_build_object('replace', jsonb_build_object('customer', jsonb_build_object('land', 'AT', 'name',
           CASE n WHEN 2200 THEN 'Rosamunde' ELSE '${name}' END)))))).*
       FROM generate_series(1, 2200) AS n, (SELECT e FROM events e WHERE e.instance_id = '${id}' ORDER BY e.sequence DESC LIMIT 1) AS last;
     UPDATE instances SET version = version + 2200 WHERE id = '${id}'; COMMIT`,
  );
}

test.each([
  ['with its history in place', 0],
  ['with its history in the archive', 1],
])(
  'what is erased from an instance %s is nowhere in the database, and the history still verifies',
  async (_, archived) => {
    const eve = await world.person('eve');
    const id = await ended();
    if (archived) expect(await archiveAll(database.app, 0)).toBeGreaterThan(0);
    const before = take(await listEvents(eve, id)).items;
    expect((await whereabouts(database.owner, name, earlier, mail)).length).toBeGreaterThan(5);

    const preview = take(await previewErasure(eve, id, order));
    const unchanged = take(await listEvents(eve, id)).items;
    const erased = take(await eraseData(eve, id, { ...order, ...why }));

    expect(unchanged).toEqual(before);
    expect(erased.places).toEqual(preview.places);
    expect(preview.fields).toMatchObject([
      { path: 'customer', everywhere: [earlier, name], byName: ['AT'] },
      { path: 'mail', everywhere: [mail] },
      { path: 'phone', everywhere: ['436641234'], byName: ['436641234'] },
      { path: '*', everywhere: ['Ostertag'] },
    ]);
    expect(await whereabouts(database.owner, name, earlier, mail, 'Ostertag', '436641234')).toEqual([]);
    expect(take(await verifyInstance(eve, id))).toMatchObject({
      ok: true,
      chain: 'whole',
      replayEqual: true,
    });
    const evidence: unknown = JSON.parse(JSON.stringify(take(await exportEvidence(eve, id))));
    expect(verifyEvidence(evidence)).toMatchObject({ ok: true, erased: erased.places['events'] });
    const after = take(await getInstance(eve, id));
    expect(after.context).toMatchObject({
      amount: 12,
      customer: { name: '[erased]', land: '[erased]' },
      phone: null,
    });
    expect(after.outcome).toBe('done');
    const last = take(await listEvents(eve, id)).items.at(-1);
    expect(last).toMatchObject({
      type: 'DATA_ERASED',
      reason: why.reason,
      actor: { type: 'staff', name: 'Eve' },
    });
    expect(take(await listInstances(eve, { q: 'ostertag' })).items).toEqual([]);
  },
);

test('of a long history the last change is told, and every value is erased', async () => {
  const eve = await world.person('eve');
  const id = await ended();
  await grow(id);

  const [newest] = take(await listDataChanges(eve, id));
  const preview = take(await previewErasure(eve, id, { fields: ['customer.name'] }));

  expect(newest).toMatchObject({ path: 'customer.name', before: name, after: 'Rosamunde' });
  expect(preview.fields[0]!.everywhere).toEqual(expect.arrayContaining([earlier, name, 'Rosamunde']));

  take(await eraseData(eve, id, { fields: ['customer.name'], ...why }));

  expect(await whereabouts(database.owner, earlier, name, 'Rosamunde')).toEqual([]);
});

test('what is left of an erased event is under guard as before: another change of it shows', async () => {
  const eve = await world.person('eve');
  const id = await ended();
  take(await eraseData(eve, id, { ...order, ...why }));

  const again = await attempt(database.owner, null, [
    "UPDATE events SET data = '{}' WHERE instance_id = $1 AND sequence = 1",
    id,
  ]);
  const pretended = await attempt(
    database.owner,
    null,
    [`SELECT set_config('interlock.erasing', '{"terms": ["claim"], "named": {}}', true)`],
    ["UPDATE events SET data = '{}' WHERE instance_id = $1 AND sequence = 1", id],
  );
  const direct = await attempt(database.app, world.tenantId, [
    "UPDATE instances SET context = '{}' WHERE id = $1",
    id,
  ]);
  await database.owner.query('ALTER TABLE events DISABLE TRIGGER USER');
  await database.owner.query(
    'UPDATE events SET data = data || \'{"x": 1}\' WHERE instance_id = $1 AND sequence = 1',
    [id],
  );
  await database.owner.query('ALTER TABLE events ENABLE TRIGGER USER');

  expect(again).toMatchObject({ refused: refusals.writtenOnce });
  expect(pretended).toMatchObject({ refused: refusals.writtenOnce });
  expect(direct).toMatchObject({ refused: refusals.noRight });
  expect(take(await verifyInstance(eve, id))).toMatchObject({ ok: false, chain: { brokenAt: 1 } });
});

test('twice is as good as once: another person’s data, and a reason that named somebody', async () => {
  const eve = await world.person('eve');
  const id = await ended();
  take(await eraseData(eve, id, { ...order, ...why, reason: 'Herr Kugelfisch asked for it.' }));
  take(await eraseData(eve, id, { texts: ['Kugelfisch'], ...why }));

  expect(await whereabouts(database.owner, 'Kugelfisch')).toEqual([]);
  expect(take(await verifyInstance(eve, id))).toMatchObject({ ok: true });
});

test('only with its permission, knowingly and with a reason; not from a live instance; not what the process is made of', async () => {
  const [sam, eve, carol] = [
    await world.person('sam'),
    await world.person('eve'),
    await world.person('carol'),
  ];
  const { id } = await world.start({ definition: 'claim', input: { amount: 1, mail } });
  const closed = await ended();

  expect(await eraseData(eve, id, { ...order, ...why })).toMatchObject({ refusal: { code: 'not_allowed' } });
  expect(await previewErasure(sam, closed, order)).toMatchObject({ refusal: { code: 'forbidden' } });
  expect(await eraseData(sam, closed, { ...order, ...why })).toMatchObject({
    refusal: { code: 'forbidden' },
  });
  expect(await eraseData(carol, closed, { ...order, ...why })).toMatchObject({
    refusal: { code: 'forbidden' },
  });
  expect(await eraseData(eve, closed, { ...order, ...why, reason: ' ' })).toMatchObject({
    refusal: { code: 'invalid' },
  });
  expect(await eraseData(eve, closed, { ...order, ...why, irreversible: false as true })).toMatchObject({
    refusal: { code: 'invalid' },
  });
  expect(await eraseData(eve, closed, { ...why })).toMatchObject({ refusal: { code: 'invalid' } });
  expect(await eraseData(eve, closed, { texts: ['checking'], ...why })).toMatchObject({
    refusal: { code: 'invalid' },
  });
  // One that has the permission of another tenant does not find it.
  const other = await refundWorld(database.owner);
  expect(await eraseData(other.admin, closed, { ...order, ...why })).toMatchObject({
    refusal: { code: 'not_found' },
  });
  take(await cancelInstance(sam, id, { reason: 'Enough.' }));
  expect(take(await eraseData(eve, id, { ...order, ...why })).places).toMatchObject({ events: 1 });
});
