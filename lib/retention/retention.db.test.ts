import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelInstance } from '@/lib/instances/commands';
import { getInstance, listEvents, listInstances, verifyInstance } from '@/lib/instances/queries';
import { newId } from '@/lib/runtime/uuid';
import { attempt, refusals } from '@/lib/testing/attempt';
import { refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { archiveAll } from './archiver';
import { getRetention, putRetention } from './rules';

let database: TestDatabase;
let world: World;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await refundWorld(database.owner);
});
afterAll(() => database.drop());

async function ended(): Promise<string> {
  const { id } = await world.start();
  take(await cancelInstance(world.admin, id, { reason: 'Not needed.' }));
  // Nobody sends mails here; a notifier would have taken these away.
  await database.owner.query('DELETE FROM pending_notices');
  return id;
}

async function kept(id: string): Promise<{ live: number; archived: number }> {
  const { rows } = await database.owner.query<{ live: number; archived: number }>(
    `SELECT (SELECT count(*)::int FROM events WHERE instance_id = $1) AS live,
       (SELECT count(*)::int FROM archived_events WHERE instance_id = $1) AS archived`,
    [id],
  );
  return rows[0]!;
}

test('the history of an ended instance goes into the archive, and reads, lists and verifies as before', async () => {
  const id = await ended();
  const { id: live } = await world.start();
  const [before, events] = [
    take(await getInstance(world.admin, id)),
    take(await listEvents(world.admin, id)),
  ];

  const moved = await archiveAll(database.app, 0);

  expect(moved).toBe(1);
  expect(await kept(id)).toEqual({ live: 0, archived: events.items.length });
  expect((await kept(live)).archived).toBe(0);
  expect(take(await getInstance(world.admin, id))).toEqual(before);
  expect(take(await listEvents(world.admin, id))).toEqual(events);
  expect(take(await listEvents(world.admin, id, { before: 'latest', limit: 2 })).items).toEqual(
    events.items.slice(-2),
  );
  expect(take(await verifyInstance(world.admin, id))).toMatchObject({
    ok: true,
    chain: 'whole',
    replayEqual: true,
  });
  expect(
    take(await listInstances(world.admin, { subject: before.subject.id })).items.map((row) => row.id),
  ).toContain(id);
});

test('one call moves histories of several tenants, as many as it is asked for, and waits for no disk', async () => {
  const other = await refundWorld(database.owner);
  const { id: others } = await other.start();
  take(await cancelInstance(other.admin, others, { reason: 'Not needed.' }));
  const own = await ended();
  const later = await ended();
  const client = await database.app.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{ moved: number }>('SELECT archive_histories(0, 2) AS moved');
    const commit = await client.query('SHOW synchronous_commit');
    await client.query('COMMIT');
    const after = await client.query('SHOW synchronous_commit');

    expect(rows).toEqual([{ moved: 2 }]);
    expect(commit.rows).toEqual([{ synchronous_commit: 'off' }]);
    expect(after.rows).not.toEqual(commit.rows);
  } finally {
    client.release();
  }
  for (const id of [others, own]) expect((await kept(id)).live).toBe(0);
  expect((await kept(later)).archived).toBe(0);
  for (const [{ admin }, id] of [
    [world, own],
    [other, others],
  ] as const)
    expect(take(await verifyInstance(admin, id))).toMatchObject({ ok: true, replayEqual: true });
  expect(await archiveAll(database.app, 0)).toBe(1);
});

test('what ended lately stays, and a definition may say how long itself', async () => {
  const id = await ended();

  expect(await archiveAll(database.app, 90)).toBe(0);
  expect(take(await getRetention(world.admin, 'refund'))).toEqual({ days: null });
  expect(take(await putRetention(world.admin, 'refund', { days: 30 }))).toEqual({ days: 30 });
  expect(await archiveAll(database.app, 0)).toBe(0);
  take(await putRetention(world.admin, 'refund', { days: null }));
  expect(await archiveAll(database.app, 0)).toBe(1);
  expect((await kept(id)).live).toBe(0);
  expect(await putRetention(world.admin, 'unknown', { days: 1 })).toMatchObject({
    refusal: { code: 'not_found' },
  });
  expect(await putRetention(await world.person('sam'), 'refund', { days: 1 })).toMatchObject({
    refusal: { code: 'forbidden' },
  });
});

test('what a sink has not got yet keeps its history in place', async () => {
  await database.owner.query(
    `INSERT INTO event_sinks (tenant_id, id, name, url) VALUES ($1, $2, 'Sink', 'https://sink.example')`,
    [world.tenantId, newId()],
  );
  const id = await ended();

  expect(await archiveAll(database.app, 0)).toBe(0);
  await database.owner.query('DELETE FROM event_deliveries; UPDATE event_sinks SET active = false');
  expect(await archiveAll(database.app, 0)).toBe(1);
  expect((await kept(id)).live).toBe(0);
});

test('nobody takes history away otherwise, or brings into the archive what never was', async () => {
  const [id, archived] = [await ended(), await ended()];
  await archiveAll(database.app, 36_500);
  const tenant = world.tenantId;
  const tried = [
    await attempt(database.owner, null, ['DELETE FROM events WHERE instance_id = $1', id]),
    await attempt(database.owner, null, [
      `INSERT INTO archived_events SELECT (jsonb_populate_record(e, '{"reason": "another"}')).* FROM events e WHERE instance_id = $1`,
      archived,
    ]),
    await attempt(database.owner, null, ['UPDATE instances SET history_archived = true WHERE id = $1', id]),
    await attempt(database.app, tenant, ['DELETE FROM archived_events WHERE instance_id = $1', archived]),
    await attempt(database.app, tenant, ['DELETE FROM events WHERE instance_id = $1', id]),
  ];
  const { id: live } = await world.start();
  const ofALive = await attempt(database.owner, null, [
    'INSERT INTO archived_events SELECT * FROM events WHERE instance_id = $1',
    live,
  ]);
  // One row that is wrong takes a whole statement with it.
  const besideALive = await attempt(database.owner, null, [
    'INSERT INTO archived_events SELECT * FROM events WHERE instance_id IN ($1, $2)',
    archived,
    live,
  ]);
  const oneChanged = await attempt(database.owner, null, [
    `INSERT INTO archived_events SELECT (jsonb_populate_record(e, CASE WHEN e.sequence = 2 THEN '{"reason": "another"}' ELSE '{}' END::jsonb)).*
     FROM events e WHERE instance_id = $1`,
    archived,
  ]);
  const unknown = await attempt(database.owner, null, [
    `INSERT INTO archived_events SELECT (jsonb_populate_record(e, '{"sequence": 1000}')).* FROM events e WHERE instance_id = $1 LIMIT 1`,
    archived,
  ]);

  expect(tried.map(({ refused }) => refused)).toEqual([
    refusals.writtenOnce,
    refusals.writtenOnce,
    refusals.terminal,
    refusals.noRight,
    refusals.noRight,
  ]);
  for (const one of [ofALive, besideALive, oneChanged, unknown])
    expect(one.refused).toBe(refusals.writtenOnce);
});

test('old webhook deliveries and uploads that ended halfway are removed; what may still be asked for stays', async () => {
  const { id: instance } = await world.start();
  const source = newId();
  await database.owner.query(
    `INSERT INTO webhook_sources (tenant_id, id, name, mapping) VALUES ($1, $2, 'S', '{}')`,
    [world.tenantId, source],
  );
  for (const age of ['100 days', '40 days', '1 hour']) {
    await database.owner.query(
      `INSERT INTO webhook_deliveries (tenant_id, id, source_id, received_at, result, code, message, bytes, sha256)
       VALUES ($1, $2, $3, now() - $4::interval, 'refused', 'c', 'm', 0, repeat('0', 64))`,
      [world.tenantId, newId(), source, age],
    );
    await database.owner.query(
      `INSERT INTO files (tenant_id, id, instance_id, step, name, type, size, sha256, content, uploaded_by_id,
         uploaded_by_name, uploaded_at)
       VALUES ($1, $2, $3, 's', 'f', 'text/plain', 1, encode(sha256('x'), 'hex'), 'x', 'u', 'U', now() - $4::interval)`,
      [world.tenantId, newId(), instance, age],
    );
  }
  for (const age of ['8 days', '2 days']) {
    await database.owner.query(
      `INSERT INTO files (tenant_id, id, step, name, type, size, sha256, content, uploaded_by_id, uploaded_by_name, uploaded_at)
       VALUES ($1, $2, '', 'waits', 'text/plain', 1, encode(sha256('x'), 'hex'), 'x', 'u', 'U', now() - $3::interval)`,
      [world.tenantId, newId(), age],
    );
  }
  // A document of a conversation that was written long ago.
  const old = newId();
  await database.owner.query(
    `INSERT INTO files (tenant_id, id, instance_id, step, name, type, size, sha256, content, uploaded_by_id, uploaded_by_name, uploaded_at)
     VALUES ($1, $2, $3, '', 'document', 'text/plain', 1, encode(sha256('x'), 'hex'), 'x', 'u', 'U', now() - interval '90 days')`,
    [world.tenantId, old, instance],
  );
  const { personId } = await world.person('carol');
  await database.owner.query(
    `INSERT INTO comments (tenant_id, id, instance_id, author_id, author_name, text, file_id) VALUES ($1, $2, $3, $4, 'Carol', '', $5)`,
    [world.tenantId, newId(), instance, personId, old],
  );

  await database.app.query('SELECT clean_up(90, 100)');

  const { rows } = await database.owner.query(
    `SELECT (SELECT count(*)::int FROM webhook_deliveries) AS deliveries, (SELECT jsonb_agg(name ORDER BY name) FROM files) AS files`,
  );
  expect(rows).toEqual([{ deliveries: 2, files: ['document', 'f', 'waits'] }]);
});
