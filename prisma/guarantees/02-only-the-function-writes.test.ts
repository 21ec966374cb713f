import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemActor } from '@/lib/engine/decide/contract';
import { planWrites } from '@/lib/runtime/plan-writes';
import { attempt, refusals } from '@/lib/testing/attempt';
import {
  activityEvent,
  noteEvent,
  stateEvent,
  statusEvent,
  taskEvent,
} from '@/lib/testing/builders/planned-event';
import { type GuardedWorld, guardedWorld } from '@/lib/testing/guarded-world';
import { HandMadeInstance, planned } from '@/lib/testing/hand-made';

let world: GuardedWorld;
let instance: HandMadeInstance;

/** What an instance is made of, and what it may become: nothing that the app writes itself. */
const guarded = [
  'instances',
  'events',
  'step_instances',
  'branches',
  'tasks',
  'activity_executions',
  'activity_attempts',
  'activity_results',
  'incidents',
  'timers',
  'signals',
  'children',
  'outbox',
  'definition_versions',
  'definition_states',
  'state_moves',
  'lifecycle_moves',
];

beforeAll(async () => {
  world = await guardedWorld();
  instance = await HandMadeInstance.at(world.app, world.tenantId, world.published, 'running');
  await instance.mustMove([
    stateEvent(null, 'start'),
    noteEvent('STEP_ENTERED', 'step', 'main:in_review:1', { step: 'in_review', visit: 1 }),
    taskEvent(null, 'pending'),
    noteEvent('STEP_ENTERED', 'step', 'main:paying:1', { step: 'paying', visit: 1 }),
    activityEvent(null, 'created'),
  ]);
});
afterAll(() => world.drop());

describe('the app’s role', () => {
  test.each([
    "UPDATE instances SET status = 'completed'",
    "UPDATE instances SET state = 'approved'",
    'UPDATE instances SET version = version + 1',
    "UPDATE instances SET context = '{}'",
    'UPDATE instances SET closed_at = now()',
    "UPDATE branches SET state = 'approved'",
    "UPDATE tasks SET status = 'completed', closed_at = now()",
    "UPDATE tasks SET outcome = 'approve'",
    "UPDATE tasks SET votes = '[]'",
    'UPDATE tasks SET assignee_id = NULL',
    "UPDATE activity_executions SET status = 'ready'",
    "UPDATE activity_executions SET output = '{}'",
    "UPDATE activity_executions SET lease_token = 'mine'",
    "UPDATE events SET reason = 'another'",
    "UPDATE definition_versions SET content = '{}'",
    'UPDATE definitions SET active_version = 1',
    'SELECT * FROM instances FOR UPDATE',
    'SELECT * FROM tasks FOR UPDATE',
  ])('is refused: %s', async (statement) => {
    expect(await attempt(world.app, world.tenantId, [statement])).toMatchObject({
      refused: refusals.noRight,
    });
  });

  test.each(guarded)('writes nothing into %s', async (table) => {
    const emptied = await attempt(world.app, world.tenantId, [`DELETE FROM ${table}`]);
    const truncated = await attempt(world.app, world.tenantId, [`TRUNCATE ${table} CASCADE`]);
    const added = await attempt(world.app, world.tenantId, [`INSERT INTO ${table} DEFAULT VALUES`]);
    const { rows } = await world.owner.query<{ right: string }>(
      `SELECT privilege AS right FROM unnest(ARRAY['INSERT', 'UPDATE', 'REFERENCES']) AS privilege
       WHERE has_any_column_privilege('interlock_app', $1, privilege)
       UNION ALL
       SELECT privilege FROM unnest(ARRAY['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) AS privilege
       WHERE has_table_privilege('interlock_app', $1, privilege)`,
      [table],
    );

    for (const attack of [emptied, truncated, added])
      expect(attack).toMatchObject({ refused: refusals.noRight });
    expect(rows).toEqual([]);
  });

  test.each(guarded)('is refused an UPDATE of every single column of %s', async (table) => {
    const { rows } = await world.owner.query<{ name: string }>(
      "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1",
      [table],
    );

    expect(rows.length).toBeGreaterThan(2);
    for (const { name } of rows) {
      expect(
        await attempt(world.app, world.tenantId, [`UPDATE ${table} SET ${name} = DEFAULT`]),
        name,
      ).toMatchObject({
        refused: refusals.noRight,
      });
    }
  });

  test.each([
    'ALTER TABLE instances DISABLE TRIGGER ALL',
    'ALTER TABLE events DISABLE TRIGGER events_chain',
    'DROP TRIGGER instances_guard ON instances',
    "SET LOCAL session_replication_role = 'replica'",
    'SET LOCAL ROLE interlock_engine',
    'ALTER FUNCTION transition(uuid, uuid, bigint, jsonb) SECURITY INVOKER',
    'CREATE OR REPLACE FUNCTION guard_instance() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
    'CREATE TABLE public.mine (id integer)',
    'CREATE SCHEMA mine',
    'CREATE TRIGGER mine BEFORE UPDATE ON instances EXECUTE FUNCTION refuse_change()',
    'CREATE RULE mine AS ON UPDATE TO instances DO INSTEAD NOTHING',
    'COPY events FROM STDIN',
    'DROP TABLE events',
    'DROP OWNED BY interlock_engine',
    'GRANT interlock_engine TO interlock_app',
    'DROP POLICY own_tenant ON instances',
    'SELECT relay_outbox(1)',
  ])('does not get around the guards: %s', async (statement) => {
    expect(await attempt(world.app, world.tenantId, [statement])).toMatchObject({
      refused: refusals.noRight,
    });
  });

  test('does not mislead the function with tables of its own', async () => {
    const { sequence } = await instance.snapshot();
    const { rows } = await world.owner.query('SELECT status FROM instances WHERE id = $1', [instance.id]);

    const shadowed = await attempt(
      world.app,
      world.tenantId,
      ['CREATE TEMP TABLE lifecycle_moves (lifecycle text, from_status text, to_status text)'],
      ["INSERT INTO pg_temp.lifecycle_moves VALUES ('instance', 'running', 'scheduled')"],
      ['SET LOCAL search_path = pg_temp, public'],
      [
        'SELECT public.transition($1, $2, $3, $4)',
        world.tenantId,
        instance.id,
        sequence,
        JSON.stringify({
          actor: { type: 'system', id: 'system', name: 'Interlock' },
          events: [statusEvent('running', 'scheduled')],
          status: 'scheduled',
          state: 'start',
          waitingFor: [],
        }),
      ],
    );

    expect(shadowed).toMatchObject({ refused: refusals.notAllowed });
    expect(rows).toEqual([{ status: 'running' }]);
  });

  test('does not make the function call code of its own, neither in the call nor at the commit', async () => {
    const before = await instance.snapshot();
    const plan = planned(before, [noteEvent('TIMER_FIRED', 'timer', 'x')]);
    const spied = ['text', 'uuid', 'jsonb', 'bytea', 'int8', 'int4', 'bool', 'timestamptz'];

    const traps = [
      'CREATE TEMP TABLE seen (who text)',
      'GRANT ALL ON pg_temp.seen TO PUBLIC',
      'CREATE TEMP TABLE instances AS TABLE public.instances WITH NO DATA',
      `CREATE FUNCTION pg_temp.spy() RETURNS boolean LANGUAGE plpgsql
       AS $$ BEGIN INSERT INTO pg_temp.seen VALUES (current_user::pg_catalog.text); RETURN true; END $$`,
      `CREATE FUNCTION pg_temp.now() RETURNS timestamptz LANGUAGE sql AS $$ SELECT pg_temp.spy(); SELECT pg_catalog.now() $$`,
      ...spied.map((type) => `CREATE DOMAIN pg_temp.${type} AS pg_catalog.${type} CHECK (pg_temp.spy())`),
      'SET LOCAL search_path = pg_temp, public, pg_catalog',
    ];

    const client = await world.app.connect();
    try {
      await client.query('BEGIN');
      for (const trap of traps) await client.query(trap);
      await client.query('SELECT public.transition($1, $2, $3, $4)', [
        world.tenantId,
        instance.id,
        before.sequence,
        JSON.stringify({ ...planWrites(before, plan), actor: systemActor }),
      ]);
      await client.query('SET CONSTRAINTS ALL IMMEDIATE');
      const { rows } = await client.query('SELECT DISTINCT who FROM pg_temp.seen WHERE who <> session_user');
      await client.query('COMMIT');

      expect(rows).toEqual([]);
    } finally {
      // Its session is full of traps.
      client.release(true);
    }
  });
});

test('every function that writes for the app belongs to the engine, has a fixed search path and is nobody else’s to call', async () => {
  const { rows } = await world.owner.query<{
    name: string;
    owner: string;
    settings: string[] | null;
    everybody: boolean;
  }>(
    `SELECT p.proname AS name, r.rolname AS owner, p.proconfig AS settings,
       has_function_privilege('public', p.oid, 'EXECUTE') AS everybody
     FROM pg_proc p JOIN pg_roles r ON r.oid = p.proowner
     WHERE p.pronamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace) AND p.prosecdef`,
  );

  expect(rows.map(({ name }) => name)).toContain('transition');
  for (const { name, owner, settings, everybody } of rows) {
    expect(owner, name).toBe('interlock_engine');
    expect(settings, name).toContain('search_path=pg_catalog, pg_temp');
    expect(everybody, name).toBe(false);
  }
});

test.each(guarded)('besides the owner nobody but the engine may write into %s', async (table) => {
  const { rows } = await world.owner.query<{ grantee: string }>(
    `SELECT DISTINCT coalesce(r.rolname, 'everybody') AS grantee
     FROM (SELECT c.relowner, x.* FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) AS x WHERE c.oid = $1::regclass
           UNION ALL
           SELECT c.relowner, x.* FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
           CROSS JOIN LATERAL aclexplode(a.attacl) AS x WHERE c.oid = $1::regclass) AS rights
     LEFT JOIN pg_roles r ON r.oid = rights.grantee
     WHERE rights.grantee <> rights.relowner AND rights.privilege_type <> 'SELECT'`,
    [`public.${table}`],
  );

  expect(rows).toEqual(table === 'lifecycle_moves' ? [] : [{ grantee: 'interlock_engine' }]);
});

test('nobody signs in as the engine, and the app is not a member of it', async () => {
  const { rows } = await world.owner.query(
    `SELECT rolcanlogin AS signs_in, pg_has_role('interlock_app', oid, 'MEMBER') AS app_is_member, rolsuper AS everything
     FROM pg_roles WHERE rolname = 'interlock_engine'`,
  );

  expect(rows).toEqual([{ signs_in: false, app_is_member: false, everything: false }]);
});

test('the app cannot give itself a right that it does not have', async () => {
  // PostgreSQL answers such a GRANT with a warning and grants nothing.
  await attempt(world.app, world.tenantId, ['GRANT UPDATE ON instances TO interlock_app']);

  const updated = await attempt(world.app, world.tenantId, ["UPDATE instances SET status = 'completed'"]);
  expect(updated).toMatchObject({ refused: refusals.noRight });
});
