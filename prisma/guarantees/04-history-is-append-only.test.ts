import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyInstance } from '@/lib/runtime/verify';
import { attempt, refusals, type Statement } from '@/lib/testing/attempt';
import { noteEvent, stateEvent, statusEvent } from '@/lib/testing/builders/planned-event';
import { type GuardedWorld, guardedWorld } from '@/lib/testing/guarded-world';
import { HandMadeInstance } from '@/lib/testing/hand-made';

let world: GuardedWorld;
let instance: HandMadeInstance;
/** The number of its last event. */
let last: number;

beforeAll(async () => {
  world = await guardedWorld();
});
afterAll(() => world.drop());
beforeEach(async () => {
  instance = await HandMadeInstance.at(world.app, world.tenantId, world.published, 'running');
  last = await instance.mustMove([
    stateEvent(null, 'start'),
    noteEvent('TRANSITION_TAKEN', 'transition', 'x', {
      note: 'ünïcode “quotes” \\ / \u0007 \u2028',
      big: 1e21,
      deep: [null, { b: 1, a: 2 }],
    }),
    statusEvent('running', 'paused'),
  ]);
});

const verify = () => verifyInstance(world.app, world.tenantId, instance.id);

describe('an event is not changed', () => {
  const attacks = [
    "UPDATE events SET actor_name = 'Somebody else'",
    'UPDATE events SET occurred_at = occurred_at',
    'UPDATE events SET data = NULL',
    'DELETE FROM events',
    'DELETE FROM events WHERE sequence = 1',
    'TRUNCATE events CASCADE',
    'TRUNCATE instances CASCADE',
  ];

  test.each(attacks)('by the app’s role: %s', async (statement) => {
    expect(await attempt(world.app, world.tenantId, [statement])).toMatchObject({
      refused: refusals.noRight,
    });
  });

  test.each(attacks)('by the owner: %s', async (statement) => {
    expect(await attempt(world.owner, null, [statement])).toMatchObject({ refused: refusals.writtenOnce });
    expect(await verify()).toMatchObject({ ok: true });
  });

  test('by an insert that meets it', async () => {
    const over = await attempt(world.owner, null, [
      `INSERT INTO events SELECT * FROM events WHERE instance_id = $1 AND sequence = 2
       ON CONFLICT (tenant_id, instance_id, sequence) DO UPDATE SET actor_name = 'X'`,
      instance.id,
    ]);
    const twice = await attempt(world.owner, null, [
      'INSERT INTO events SELECT * FROM events WHERE instance_id = $1 AND sequence = 2',
      instance.id,
    ]);

    expect(over).toMatchObject({ refused: refusals.writtenOnce });
    expect(twice).toMatchObject({ refused: refusals.unique });
  });
});

describe('an event is added at the end only', () => {
  const insert = (sequence: number): Statement => [
    `INSERT INTO events (tenant_id, instance_id, sequence, type, subject, branch, actor_type, actor_id, actor_name,
       occurred_at, data_hash, previous_hash, hash)
     VALUES ($1, $2, $3, 'FORGED', 'timer', 'main', 'user', 'x', 'X', '2001-01-01', '\\x00', '\\x00', '\\x00')`,
    world.tenantId,
    instance.id,
    sequence,
  ];

  test('not by the app’s role at all', async () => {
    expect(await attempt(world.app, world.tenantId, insert(last + 1))).toMatchObject({
      refused: refusals.noRight,
    });
  });

  test('not out of order, and not before the first', async () => {
    expect(await attempt(world.owner, null, insert(last + 2))).toMatchObject({
      refused: refusals.invalidPlan,
    });
    expect(await attempt(world.owner, null, insert(3))).toMatchObject({ refused: refusals.unique });
    expect(await attempt(world.owner, null, insert(0))).toMatchObject({ refused: refusals.invalidPlan });
  });

  test('with the hash and the instant that the database gives it, whatever the insert says', async () => {
    const forged = await attempt(world.owner, null, insert(last + 1), [
      'UPDATE instances SET version = version + 1 WHERE id = $1',
      instance.id,
    ]);
    const { rows } = await world.owner.query<{ recent: boolean }>(
      "SELECT occurred_at > now() - interval '1 minute' AS recent FROM events WHERE instance_id = $1 AND sequence = $2",
      [instance.id, last + 1],
    );

    expect(forged).toMatchObject({ refused: null });
    expect(rows).toEqual([{ recent: true }]);
    expect(await verify()).toMatchObject({ chain: 'whole' });
  });
});

describe('who switches the guards off leaves a trace that verify finds', () => {
  async function tamper(...statements: Statement[]) {
    const done = await attempt(
      world.owner,
      null,
      ['ALTER TABLE events DISABLE TRIGGER USER'],
      ...statements,
      ['ALTER TABLE events ENABLE TRIGGER USER'],
    );
    expect(done).toMatchObject({ refused: null });
  }

  test.each([
    "actor_name = 'Somebody else'",
    "actor_id = 'x'",
    "reason = 'a better one'",
    "occurred_at = occurred_at + interval '1 microsecond'",
    "type = 'TIMER_LOST'",
    "key = 'y'",
    "worker_id = 'w'",
    'data = data || \'{"note": "none"}\'',
    "data_hash = sha256('x')",
    "hash = sha256('x')",
    "tenant_id = tenant_id, branch = 'other'",
  ])('in the place where a row was edited: %s', async (set) => {
    await tamper([`UPDATE events SET ${set} WHERE instance_id = $1 AND sequence = 6`, instance.id]);

    expect(await verify()).toMatchObject({ ok: false, chain: { brokenAt: 6 } });
  });

  test.each([1, 3, 6, 7])('in the place where row %i is missing', async (sequence) => {
    await tamper(['DELETE FROM events WHERE instance_id = $1 AND sequence = $2', instance.id, sequence]);

    expect(await verify()).toMatchObject({ ok: false, chain: { brokenAt: sequence } });
  });

  test('when a missing row is closed over by renumbering', async () => {
    await tamper(
      ['DELETE FROM events WHERE instance_id = $1 AND sequence = 6', instance.id],
      ['UPDATE events SET sequence = 6 WHERE instance_id = $1 AND sequence = 7', instance.id],
    );

    expect(await verify()).toMatchObject({ ok: false, chain: { brokenAt: 6 } });
  });

  test('when the edited row got the hash that it should have, in the next one', async () => {
    await tamper(
      ["UPDATE events SET actor_name = 'Somebody else' WHERE instance_id = $1 AND sequence = 5", instance.id],
      [
        `UPDATE events e SET hash = sha256(e.previous_hash || convert_to(event_text(e), 'UTF8'))
         WHERE instance_id = $1 AND sequence = 5`,
        instance.id,
      ],
    );

    expect(await verify()).toMatchObject({ ok: false, chain: { brokenAt: 6 } });
  });

  test('when two rows changed places', async () => {
    await tamper(
      ['UPDATE events SET sequence = 100 WHERE instance_id = $1 AND sequence = 5', instance.id],
      ['UPDATE events SET sequence = 5 WHERE instance_id = $1 AND sequence = 6', instance.id],
      ['UPDATE events SET sequence = 6 WHERE instance_id = $1 AND sequence = 100', instance.id],
    );

    expect(await verify()).toMatchObject({ ok: false, chain: { brokenAt: 5 } });
  });

  test('when the history is whole but the instance’s row was set by hand', async () => {
    const done = await attempt(
      world.owner,
      null,
      ['ALTER TABLE instances DISABLE TRIGGER USER'],
      ['UPDATE instances SET context = \'{"amount": 1}\' WHERE id = $1', instance.id],
      ['ALTER TABLE instances ENABLE TRIGGER USER'],
    );

    expect(done).toMatchObject({ refused: null });
    expect(await verify()).toMatchObject({
      ok: false,
      chain: 'whole',
      differences: [{ path: 'context.amount', stored: 1, replayed: 1500 }],
    });
  });

  test('but data that was erased leaves the chain whole', async () => {
    await tamper(['UPDATE events SET data = NULL WHERE instance_id = $1 AND sequence = 6', instance.id]);

    expect(await verify()).toMatchObject({ chain: 'whole' });
  });
});

test('the hash covers every column of an event', async () => {
  const { rows } = await world.owner.query<{ name: string; kind: string }>(
    `SELECT column_name AS name, data_type AS kind FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = 'events'`,
  );
  const forgeries: Record<string, string> = {
    uuid: '01900000-0000-7000-8000-000000000000',
    bigint: '999',
    text: 'forged',
    bytea: '\\x00',
    'timestamp with time zone': '2001-01-01T00:00:00Z',
  };
  /**
   * The data enters by its own hash; the chain’s two hashes are what the text is hashed with and to; which event opens a move
   * only says by which one the commit looks.
   */
  const besideTheText = ['data', 'previous_hash', 'hash', 'opens_move'];

  const names = rows.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(besideTheText));
  for (const { name, kind } of rows.filter((column) => !besideTheText.includes(column.name))) {
    const forged = await world.owner.query<{ shows: boolean }>(
      `SELECT event_text(jsonb_populate_record(e, jsonb_build_object($2::text, $3::text))) <> event_text(e) AS shows
       FROM events e WHERE instance_id = $1 AND sequence = 6`,
      [instance.id, name, forgeries[kind]],
    );
    expect(forged.rows, name).toEqual([{ shows: true }]);
  }
});

test('no function rewrites a history but the one that erases; the engine may add to it, and move it into the archive', async () => {
  const rewriting = await world.owner.query<{ name: string }>(
    `SELECT oid::regprocedure::text AS name FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace
       AND prosrc ~* '(update|delete\\s+from|truncate|merge\\s+into)\\s+(table\\s+)?(only\\s+)?("?public"?\\.)?"?events"?\\M'`,
  );
  const rights = await world.owner.query<{ privilege: string }>(
    `SELECT DISTINCT privilege FROM pg_roles, unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) AS privilege
     WHERE rolname IN ('interlock_app', 'interlock_engine')
       AND (has_table_privilege(oid, 'events', privilege)
         OR privilege = 'UPDATE' AND has_any_column_privilege(oid, 'events', privilege))`,
  );

  const columns = await world.owner.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'events'::regclass AND attnum > 0
       AND has_column_privilege('interlock_engine', attrelid, attnum, 'UPDATE')`,
  );

  // The one takes away what it has put into the archive before, and the guard looks whether it has; the other takes out personal
  // data, and the guard lets through that and nothing else (docs/retention.md).
  expect(rewriting.rows.map(({ name }) => name).sort()).toEqual([
    'archive_histories(integer,integer)',
    'erase_data(uuid,uuid,bigint,jsonb,jsonb,text)',
  ]);
  expect(rights.rows.map(({ privilege }) => privilege).sort()).toEqual(['DELETE', 'UPDATE']);
  expect(columns.rows.map(({ name }) => name).sort()).toEqual(['correlation_id', 'data', 'reason']);
});

test('the chain covers texts of every kind', async () => {
  expect(await verify()).toMatchObject({ ok: true, chain: 'whole', differences: [] });
});
