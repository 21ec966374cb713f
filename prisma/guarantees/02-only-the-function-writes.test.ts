import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attempt, refusals } from '@/lib/testing/attempt';
import { activityEvent, noteEvent, stateEvent, statusEvent, taskEvent } from '@/lib/testing/builders/planned-event';
import { type GuardedWorld, guardedWorld } from '@/lib/testing/guarded-world';
import { HandMadeInstance } from '@/lib/testing/hand-made';

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
    "UPDATE definitions SET active_version = 1",
    'SELECT * FROM instances FOR UPDATE',
    'SELECT * FROM tasks FOR UPDATE',
  ])('is refused: %s', async (statement) => {
    expect(await attempt(world.app, world.tenantId, [statement])).toMatchObject({ refused: refusals.noRight });
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

    for (const attack of [emptied, truncated, added]) expect(attack).toMatchObject({ refused: refusals.noRight });
    expect(rows).toEqual([]);
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
    'DROP POLICY own_tenant ON instances',
    'SELECT relay_outbox(1)',
  ])('does not get around the guards: %s', async (statement) => {
    expect(await attempt(world.app, world.tenantId, [statement])).toMatchObject({ refused: refusals.noRight });
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
});

test('every function that writes for the app belongs to the engine and has a fixed search path', async () => {
  const { rows } = await world.owner.query<{ name: string; owner: string; settings: string[] | null }>(
    `SELECT p.proname AS name, r.rolname AS owner, p.proconfig AS settings
     FROM pg_proc p JOIN pg_roles r ON r.oid = p.proowner
     WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef`,
  );

  expect(rows.map(({ name }) => name)).toContain('transition');
  for (const { name, owner, settings } of rows) {
    expect(owner, name).toBe('interlock_engine');
    expect(settings, name).toContain('search_path=pg_catalog, pg_temp');
  }
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
