import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareJob, startJob } from '@/lib/bulk-jobs/commands';
import type { Definition } from '@/lib/engine/definition/schema';
import { editContext, pauseInstance } from '@/lib/instances/commands';
import { sendSignal } from '@/lib/signals/commands';
import { decideTask } from '@/lib/tasks/commands';
import { publish, refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { listDataChanges } from './data-changes';
import { exportEvidence } from './evidence';
import { readMessages } from './messages';
import { readOperations } from './operations';

let database: TestDatabase;
let world: World;
let id: string;

const parcel: Definition = {
  key: 'parcel',
  name: 'Parcel',
  subject: { type: 'order' },
  input: { type: 'object', properties: { amount: { type: 'number' } } },
  startableBy: ['employee'],
  maxAge: 'P90D',
  steps: [
    { key: 'start', type: 'START' },
    {
      key: 'checking',
      type: 'USER_TASK',
      title: 'Check',
      who: { roles: ['approver'] },
      outcomes: [{ key: 'ok', name: 'OK' }],
      form: { schema: { type: 'object', properties: { note: { type: 'string' } } } },
    },
    { key: 'sent', type: 'WAIT_FOR_SIGNAL', signal: 'delivered' },
    { key: 'done', type: 'END', outcome: 'done' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'checking' },
    { key: 'ok', from: 'checking', to: 'sent', on: { outcome: 'ok' } },
    { key: 'end', from: 'sent', to: 'done' },
  ],
};

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
  await publish(world.admin, parcel);
  ({ id } = await world.start({ definition: 'parcel', input: { amount: 5 } }));
});
afterAll(() => database.drop());

test('each signal is shown with what became of it: kept, consumed by a step, or expired', async () => {
  const sam = await world.person('sam');
  const send = (signal: string, name: string) =>
    sendSignal(world.admin, id, { id: signal, name, payload: { no: 1 } });
  take(await send('d-1', 'delivered'));
  take(await send('d-2', 'delivered'));
  take(await send('d-1', 'delivered'));
  // Its time to live is over: only the owner can say so, and only by turning the guard off.
  await database.owner.query('ALTER TABLE signals DISABLE TRIGGER USER');
  await database.owner.query("UPDATE signals SET expires_at = now() - interval '1 minute' WHERE id = 'd-2'");
  await database.owner.query('ALTER TABLE signals ENABLE TRIGGER USER');

  const { signals } = take(await readMessages(sam, id));

  expect(signals).toMatchObject([
    { id: 'd-2', name: 'delivered', state: 'expired', consumedIn: null },
    {
      id: 'd-1',
      name: 'delivered',
      state: 'kept',
      sender: world.admin.name,
      payload: { no: 1 },
      repeats: null,
    },
  ]);
});

test('who changed which field, when, from what to what and why; the newest first', async () => {
  const [sam, ann] = [await world.person('sam'), await world.person('ann')];
  const reason = 'The customer called.';
  take(
    await editContext(sam, id, { reason, context: { amount: 7, address: { city: 'Graz', zip: '8010' } } }),
  );
  take(
    await editContext(sam, id, { reason, context: { amount: 7, address: { city: 'Linz', zip: '8010' } } }),
  );
  const { rows } = await database.owner.query<{ id: string }>('SELECT id FROM tasks WHERE instance_id = $1', [
    id,
  ]);
  take(await decideTask(ann, rows[0]!.id, { outcome: 'ok', form: { note: 'fine' } }));

  const changes = take(await listDataChanges(sam, id));

  expect(changes.slice(1).map(({ path, before, after, by }) => [path, before, after, by.name])).toEqual([
    ['tasks.checking.note', null, 'fine', 'Ann'],
    ['address.city', 'Graz', 'Linz', 'Sam'],
    ['address.city', null, 'Graz', 'Sam'],
    ['address.zip', null, '8010', 'Sam'],
    ['amount', 5, 7, 'Sam'],
  ]);
  expect(changes.at(-1)).toMatchObject({ type: 'CONTEXT_EDITED', reason });
  // The decision led to the wait, which took the signal that was kept.
  expect(changes[0]).toMatchObject({ type: 'SIGNAL_CONSUMED', path: 'signals.sent.no', after: 1 });
  expect(take(await readMessages(sam, id)).signals[1]).toMatchObject({
    state: 'consumed',
    consumedIn: 'sent',
  });
});

test('what staff did to it alone and in bulk jobs, and what only the audit log knows', async () => {
  const sam = await world.person('sam');
  const other = await world.start({ definition: 'parcel', input: { amount: 5 } });
  take(await pauseInstance(sam, other.id, { reason: 'Wait.' }));
  const job = take(
    await prepareJob(sam, { order: { action: 'resume' }, selection: { ids: [other.id] }, reason: 'Go on.' }),
  );
  expect(take(await readOperations(sam, other.id)).jobs).toEqual([]);
  take(await startJob(sam, job.id));
  take(await exportEvidence(sam, other.id));

  const { jobs, events, audit } = take(await readOperations(sam, other.id));

  expect(jobs).toMatchObject([{ job: job.id, order: { action: 'resume' }, reason: 'Go on.', by: 'Sam' }]);
  expect(events.every(({ actor }) => actor.type === 'staff')).toBe(true);
  expect(events).toMatchObject([{ type: 'WORKFLOW_PAUSED', reason: 'Wait.' }]);
  expect(audit).toMatchObject([{ action: 'evidence_exported', by: 'Sam' }]);
});

test('a person who may not see all instances is not told what staff did; another’s instance is not found', async () => {
  const [carol, eve] = [await world.person('carol'), await world.person('eve')];

  expect(await readOperations(carol, id)).toMatchObject({ refusal: { code: 'forbidden' } });
  expect(await readMessages(carol, id)).toMatchObject({ ok: true, value: { sinks: [] } });
  for (const read of [readMessages, readOperations, listDataChanges])
    expect(await read(eve, id)).toMatchObject({ refusal: { code: 'not_found' } });
});
