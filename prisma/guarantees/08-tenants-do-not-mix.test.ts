import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadInstance, loadStart } from '@/lib/runtime/snapshot';
import { newId } from '@/lib/runtime/uuid';
import { verifyInstance } from '@/lib/runtime/verify';
import { attempt, refusals, type Statement } from '@/lib/testing/attempt';
import {
  activityEvent,
  childEvent,
  noteEvent,
  statusEvent,
  taskEvent,
} from '@/lib/testing/builders/planned-event';
import { type GuardedWorld, guardedDefinition, guardedWorld } from '@/lib/testing/guarded-world';
import { HandMadeInstance } from '@/lib/testing/hand-made';
import { fillTaskTables } from '@/lib/testing/task-rows';
import { type Published, makePerson, makeTenant, publish } from '@/lib/testing/tenant';

let world: GuardedWorld;
/** The other tenant, with everything that a tenant can have. */
let other: { tenantId: string; published: Published; personId: string; instance: HandMadeInstance };

/** Tables that belong to no tenant, and why. */
const common = {
  tenants: 'its id is the tenant',
  lifecycle_moves: 'the product’s own closed list',
  bulk_moves: 'the product’s own closed list',
  sign_in_failures: 'a tenant is not known yet at sign-in',
  worker_processes: 'a worker works for all',
  shared_resources: 'the operator’s, to which all tenants together keep',
  _prisma_migrations: 'the schema’s history',
};

beforeAll(async () => {
  world = await guardedWorld();
  const tenantId = await makeTenant(world.owner, 'Other Ltd');
  const published = await publish(world.owner, tenantId, guardedDefinition);
  const person = await makePerson(world.owner, tenantId, 'Olga Other');
  const instance = await HandMadeInstance.create(world.app, tenantId, published, { requesterId: person.id });
  await instance.mustMove(
    [
      statusEvent('created', 'validated'),
      statusEvent('validated', 'scheduled'),
      taskEvent(null, 'pending'),
      activityEvent(null, 'created'),
      childEvent(null, 'created'),
      ...timerAndSignal,
    ],
    { effects: [{ kind: 'advance' }] },
  );
  other = { tenantId, published, personId: person.id, instance };
  // Publishing once more takes away what `fill` puts into the schedules.
  await fillJob(tenantId, person.id, instance.id);
  await fill(tenantId, person.id, instance.id);
});
afterAll(() => world.drop());

/** A timer of the whole instance, and a signal that waits. */
const timerAndSignal = [
  noteEvent('TIMERS_SET', 'timer', null, {
    timers: [
      {
        key: 'maxAge',
        stay: null,
        purpose: 'max_age',
        rung: null,
        dueAt: '2036-03-02T09:00:00.000000Z',
        basis: { duration: 'P10Y' },
      },
    ],
  }),
  noteEvent('SIGNAL_RECEIVED', 'signal', 's1', {
    id: 's1',
    name: 'paid',
    payload: {},
    expiresAt: '2036-03-02T09:00:00.000000Z',
  }),
];

/** Rows of the tables that the instance has not filled by itself. */
async function fill(tenantId: string, personId: string, instanceId: string): Promise<void> {
  const { owner } = world;
  const deputyId = newId();
  await owner.query("INSERT INTO roles (tenant_id, key, name) VALUES ($1, 'approver', 'Approver')", [
    tenantId,
  ]);
  await owner.query("INSERT INTO person_roles VALUES ($1, $2, 'approver')", [tenantId, personId]);
  await owner.query(
    "INSERT INTO api_keys (tenant_id, id, name, key_hash, permissions) VALUES ($1, $2, 'k', sha256('k'), '{}')",
    [tenantId, newId()],
  );
  await owner.query(
    "INSERT INTO rules (tenant_id, id, key, value, effective_from) VALUES ($1, $2, 'limit', '1', now())",
    [tenantId, newId()],
  );
  await owner.query(
    `INSERT INTO calendar_versions (tenant_id, key, version, name, content, created_by, created_by_name)
     VALUES ($1, 'office', 1, 'Office', '{}', 'a', 'A')`,
    [tenantId],
  );
  await owner.query(
    "INSERT INTO audit_entries (tenant_id, id, actor_id, actor_name, action, subject) VALUES ($1, $2, 'a', 'A', 'b', 'c')",
    [tenantId, newId()],
  );
  await owner.query(
    `INSERT INTO people (tenant_id, id, email, name) VALUES ($1, $2, 'deputy@example.test', 'Dan Deputy')`,
    [tenantId, deputyId],
  );
  await owner.query(
    `INSERT INTO absences (tenant_id, id, person_id, deputy_id, starts_at, ends_at, created_by)
     VALUES ($1, $2, $3, $4, now(), now() + interval '1 day', 'Olga Other')`,
    [tenantId, newId(), personId, deputyId],
  );
  await owner.query("INSERT INTO step_instances VALUES ($1, $2, 'k', 'main', 's', 1)", [
    tenantId,
    instanceId,
  ]);
  await owner.query(
    "INSERT INTO branches (tenant_id, instance_id, key, parent, fork, status) VALUES ($1, $2, 'b', 'main', 'f', 'open')",
    [tenantId, instanceId],
  );
  await owner.query(
    "INSERT INTO activity_attempts (tenant_id, instance_id, execution, number, worker) VALUES ($1, $2, 'main:paying:1:pay', 1, 'w')",
    [tenantId, instanceId],
  );
  await owner.query("INSERT INTO activity_results VALUES ($1, $2, 'pay', 'main:paying:1:pay', '{}')", [
    tenantId,
    instanceId,
  ]);
  await owner.query(
    "INSERT INTO incidents (tenant_id, instance_id, opened_sequence, key, code, message) VALUES ($1, $2, 1, 'k', 'c', 'm')",
    [tenantId, instanceId],
  );
  const sinkId = newId();
  await owner.query(
    "INSERT INTO event_sinks (tenant_id, id, name, url) VALUES ($1, $2, 'Sink', 'https://sink.example')",
    [tenantId, sinkId],
  );
  await owner.query(
    'INSERT INTO event_deliveries (tenant_id, sink_id, instance_id, sequence) VALUES ($1, $2, $3, 1)',
    [tenantId, sinkId, instanceId],
  );
  await owner.query(
    "INSERT INTO webhook_sources (tenant_id, id, name, mapping) VALUES ($1, $2, 'Source', '{}')",
    [tenantId, sinkId],
  );
  await owner.query(
    `INSERT INTO webhook_deliveries (tenant_id, id, source_id, result, code, message, bytes, sha256)
     VALUES ($1, $2, $3, 'refused', 'c', 'm', 0, repeat('0', 64))`,
    [tenantId, newId(), sinkId],
  );
  await owner.query(
    `INSERT INTO kept_signals (tenant_id, id, definition_key, subject_id, signal_id, name, payload, sender, expires_at)
     VALUES ($1, $2, 'refund', 's', 'i', 'paid', '{}', '{}', now() + interval '1 day')`,
    [tenantId, newId()],
  );
  await owner.query(
    `INSERT INTO schedules (tenant_id, definition_id, definition_key, cron, time_zone, look_at)
     SELECT tenant_id, id, key, '0 9 * * *', 'UTC', 'infinity' FROM definitions WHERE tenant_id = $1`,
    [tenantId],
  );
  await owner.query(
    `INSERT INTO files (tenant_id, id, instance_id, step, name, type, size, sha256, content, uploaded_by_id, uploaded_by_name)
     VALUES ($1, $2, $3, 's', 'f.txt', 'text/plain', 1, encode(sha256('x'), 'hex'), 'x', 'u', 'U')`,
    [tenantId, newId(), instanceId],
  );
  await owner.query('INSERT INTO notification_settings (tenant_id, person_id) VALUES ($1, $2)', [
    tenantId,
    personId,
  ]);
  await owner.query('SELECT write_notification($1, $2, $3, $4, NULL, $5, NULL)', [
    tenantId,
    instanceId,
    'event:1',
    'request_ended',
    personId,
  ]);
  await owner.query(
    'INSERT INTO mail_links (tenant_id, id, task_id, person_id) SELECT tenant_id, $2, id, $3 FROM tasks WHERE tenant_id = $1',
    [tenantId, newId(), personId],
  );
  await owner.query(
    `INSERT INTO secrets (tenant_id, name, sealed, key_id, changed_by_name) VALUES ($1, 'A_SECRET', decode(repeat('00', 40), 'hex'), 'k', 'A')`,
    [tenantId],
  );
  await owner.query('INSERT INTO watchers (tenant_id, id, instance_id, person_id) VALUES ($1, $2, $3, $4)', [
    tenantId,
    newId(),
    instanceId,
    personId,
  ]);
  await owner.query("SELECT add_comment($1, $2, $3, $4, 'text', NULL, '{}')", [
    tenantId,
    instanceId,
    newId(),
    personId,
  ]);
  await owner.query(
    "INSERT INTO search_terms (tenant_id, instance_id, field, n, value) VALUES ($1, $2, 'customer', 0, 'ana')",
    [tenantId, instanceId],
  );
  await owner.query("INSERT INTO search_gaps (tenant_id, field, instance_id) VALUES ($1, 'mail', $2)", [
    tenantId,
    instanceId,
  ]);
  await owner.query('INSERT INTO incident_groups (tenant_id, cause_id, owner_id) VALUES ($1, $2, $3)', [
    tenantId,
    newId(),
    personId,
  ]);
  const [ruleId, alertId] = [newId(), newId()];
  await owner.query(
    `INSERT INTO alert_rules (tenant_id, id, name, kind, age_seconds, mails, created_by)
     VALUES ($1, $2, 'r', 'instance_age', 60, '{a@example.test}', 'x')`,
    [tenantId, ruleId],
  );
  await owner.query(
    `INSERT INTO alerts (tenant_id, id, rule_id, subject, definition_key, count, measured)
     VALUES ($1, $2, $3, 'refund', 'refund', 1, 60)`,
    [tenantId, alertId, ruleId],
  );
  await owner.query(
    `INSERT INTO alert_notices (tenant_id, id, alert_id, about, channel, target)
     VALUES ($1, $2, $3, 'raised', 'mail', 'a@example.test')`,
    [tenantId, newId(), alertId],
  );
  await owner.query("INSERT INTO operations_counts (tenant_id, slot, counts) VALUES ($1, now(), '{}')", [
    tenantId,
  ]);
  await owner.query(
    "INSERT INTO saved_views (tenant_id, id, place, name, colour, query, owner_id) VALUES ($1, $2, 'instances', 'v', 'grey', '{}', $3)",
    [tenantId, newId(), personId],
  );
  await owner.query(
    "INSERT INTO verification_runs (tenant_id, id, started_at, checked, failed, failures) VALUES ($1, $2, now(), 1, 0, '[]')",
    [tenantId, newId()],
  );
  await fillTaskTables(owner, tenantId, personId);
  await owner.query(
    "INSERT INTO resources (tenant_id, key, title, at_once, changed_by_name) VALUES ($1, 'bank', 'Bank', 1, 'A')",
    [tenantId],
  );
  await owner.query(
    `INSERT INTO resource_requests (tenant_id, instance_id, execution, resource, state, due_at)
     VALUES ($1, $2, 'main:paying:1:pay', 'bank', 'waiting', now())`,
    [tenantId, instanceId],
  );
  await owner.query("INSERT INTO resource_starts VALUES ($1, 'bank', now())", [tenantId]);
}

async function fillJob(tenantId: string, personId: string, instanceId: string): Promise<void> {
  const jobId = newId();
  await world.owner.query(
    `INSERT INTO bulk_jobs (tenant_id, id, action, reason, selection, total, created_by, created_by_name)
     VALUES ($1, $2, 'pause', 'r', '{}', 1, $3, 'O')`,
    [tenantId, jobId, personId],
  );
  await world.owner.query(
    'INSERT INTO bulk_job_items (tenant_id, job_id, position, instance_id) VALUES ($1, $2, 1, $3)',
    [tenantId, jobId, instanceId],
  );
  await fillMigration(tenantId, personId);
  await world.owner.query(`ALTER TABLE archived_events DISABLE TRIGGER archived_events_guard;
    INSERT INTO archived_events SELECT * FROM events WHERE sequence = 1;
    ALTER TABLE archived_events ENABLE TRIGGER archived_events_guard`);
  await world.owner.query(
    `INSERT INTO retention_rules (tenant_id, definition_key, days) VALUES ($1, 'k', 1)`,
    [tenantId],
  );
  await world.owner.query(
    `INSERT INTO draft_presence (tenant_id, definition_id, person_id)
     SELECT d.tenant_id, d.id, $2 FROM definitions d WHERE d.tenant_id = $1 LIMIT 1`,
    [tenantId, personId],
  );
  await world.owner.query(
    `INSERT INTO version_retirements (tenant_id, definition_id, version, reason)
     SELECT tenant_id, definition_id, version, 'x' FROM definition_versions WHERE tenant_id = $1 LIMIT 1`,
    [tenantId],
  );
}

/** A plan, and the pair of states that it allows: from a version of the definition to a copy of it. */
async function fillMigration(tenantId: string, personId: string): Promise<void> {
  const next = await publish(world.owner, tenantId, guardedDefinition);
  const { versionId } = other.published;
  await world.owner.query(
    `INSERT INTO state_migrations SELECT tenant_id, $1, $2, state, state FROM definition_states WHERE version_id = $1`,
    [versionId, next.versionId],
  );
  await world.owner.query(
    `INSERT INTO migration_plans (tenant_id, id, definition_key, from_version_id, from_version, to_version_id, to_version, map,
       data, work, created_by, created_by_name)
     VALUES ($1, $2, 'k', $3, 1, $4, 2, '{}', '{}', 'keep', $5, 'O')`,
    [tenantId, newId(), versionId, next.versionId, personId],
  );
}

async function tenantTables(): Promise<string[]> {
  const { rows } = await world.owner.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'tenant_id' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

describe('the schema', () => {
  test('gives every table a tenant, but for those that have none, and shows none of them through a view', async () => {
    const { rows } = await world.owner.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')",
    );

    const withTenant = await tenantTables();
    expect(
      rows
        .map(({ name }) => name)
        .filter((name) => !withTenant.includes(name))
        .sort(),
    ).toEqual(Object.keys(common).sort());
  });

  test('has the tenant in every foreign key between tables of tenants, on both sides', async () => {
    const { rows } = await world.owner.query<{
      name: string;
      own: string[];
      referenced: string[];
      target: string;
    }>(
      `SELECT c.conname AS name, c.confrelid::regclass::text AS target,
         ARRAY(SELECT a.attname::text FROM unnest(c.conkey) WITH ORDINALITY AS k (n, i)
               JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.n ORDER BY k.i) AS own,
         ARRAY(SELECT a.attname::text FROM unnest(c.confkey) WITH ORDINALITY AS k (n, i)
               JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.n ORDER BY k.i) AS referenced
       FROM pg_constraint c WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace`,
    );

    expect(rows.length).toBeGreaterThan(20);
    for (const { name, own, referenced, target } of rows.filter(
      ({ target }) => target !== 'lifecycle_moves' && target !== 'shared_resources',
    )) {
      expect([own[0], referenced[0]], name).toEqual(['tenant_id', target === 'tenants' ? 'id' : 'tenant_id']);
    }
  });

  test('has row-level security on every table of tenants', async () => {
    const { rows } = await world.owner.query<{ name: string; policies: string[] }>(
      `SELECT c.relname AS name, ARRAY(
         SELECT pg_get_expr(p.polqual, p.polrelid) FROM pg_policy p
         WHERE p.polrelid = c.oid AND 'interlock_app'::regrole = ANY (p.polroles)) AS policies
       FROM pg_class c WHERE c.relrowsecurity AND c.relnamespace = 'public'::regnamespace`,
    );

    const secured = new Map(rows.map(({ name, policies }) => [name, policies]));
    for (const table of await tenantTables()) {
      expect(secured.get(table), table).toEqual(['(tenant_id = current_tenant())']);
    }
    expect(secured.get('tenants')).toEqual(['(id = current_tenant())']);
  });
});

describe('the app’s role', () => {
  test('sees rows of its own tenant, none of another, and none at all before it has named one', async () => {
    for (const table of ['tenants', ...(await tenantTables())]) {
      const id = table === 'tenants' ? 'id' : 'tenant_id';
      const seen = (tenantId: string | null) =>
        attempt(world.app, tenantId, [`SELECT FROM ${table} WHERE ${id} = $1`, other.tenantId]);

      if (table === 'outbox' || table === 'pending_notices') {
        expect(await seen(other.tenantId)).toMatchObject({ refused: refusals.noRight });
        continue;
      }
      const [own, foreign, none] = [await seen(other.tenantId), await seen(world.tenantId), await seen(null)];
      expect(own, table).toMatchObject({ refused: null });
      expect((own as { rows: number }).rows, table).toBeGreaterThan(0);
      expect(foreign, table).toEqual({ refused: null, rows: 0 });
      expect(none, table).toEqual({ refused: null, rows: 0 });
    }
  });

  test('learns nothing from a condition of its own that is asked for every row', async () => {
    await makePerson(world.owner, world.tenantId, 'Olaf Own');

    const client = await world.app.connect();
    try {
      await client.query('BEGIN');
      await client.query("SELECT set_config('interlock.tenant_id', $1, true)", [world.tenantId]);
      await client.query('CREATE TEMP TABLE heard (email text) ON COMMIT DROP');
      await client.query(
        `CREATE FUNCTION pg_temp.listen(email text) RETURNS boolean LANGUAGE plpgsql COST 0.0000001
         AS $$ BEGIN INSERT INTO heard VALUES (email); RETURN true; END $$`,
      );
      await client.query('SELECT FROM people WHERE pg_temp.listen(email)');
      const { rows } = await client.query('SELECT email FROM heard');

      expect(rows).toEqual([{ email: 'olaf.own@example.test' }]);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

  test('changes and removes no row of another tenant', async () => {
    const attacks: Statement[] = [
      ["UPDATE people SET name = 'Mine' WHERE tenant_id = $1", other.tenantId],
      ["UPDATE roles SET permissions = '{everything}' WHERE tenant_id = $1", other.tenantId],
      ["UPDATE rules SET value = '9' WHERE tenant_id = $1", other.tenantId],
      ['UPDATE event_sinks SET active = false WHERE tenant_id = $1', other.tenantId],
      ['UPDATE event_deliveries SET attempts = 9 WHERE tenant_id = $1', other.tenantId],
      ['UPDATE webhook_sources SET active = false WHERE tenant_id = $1', other.tenantId],
      ['UPDATE webhook_deliveries SET repeats = 9 WHERE tenant_id = $1', other.tenantId],
      ['DELETE FROM files WHERE tenant_id = $1', other.tenantId],
      ['UPDATE api_keys SET revoked_at = now() WHERE tenant_id = $1', other.tenantId],
      ["UPDATE definitions SET draft = '{}' WHERE tenant_id = $1", other.tenantId],
      ["UPDATE tenants SET name = 'Mine' WHERE id = $1", other.tenantId],
      ['DELETE FROM person_roles WHERE tenant_id = $1', other.tenantId],
    ];
    for (const attack of attacks) {
      expect(await attempt(world.app, world.tenantId, attack), attack[0]).toEqual({ refused: null, rows: 0 });
      expect(await attempt(world.app, null, attack), attack[0]).toEqual({ refused: null, rows: 0 });
    }
  });

  test.each([
    ["INSERT INTO event_sinks (tenant_id, id, name, url) VALUES ($1, $2, 'S', 'https://sink.example')"],
    ["INSERT INTO webhook_sources (tenant_id, id, name, mapping) VALUES ($1, $2, 'S', '{}')"],
    [
      `INSERT INTO kept_signals (tenant_id, id, definition_key, subject_id, signal_id, name, payload, sender, expires_at)
       VALUES ($1, $2, 'refund', 's', 'mine', 'paid', '{}', '{}', now() + interval '1 day')`,
    ],
    ["INSERT INTO people (tenant_id, id, email, name) VALUES ($1, $2, 'a@b.c', 'A')"],
    ["INSERT INTO roles (tenant_id, key, name) VALUES ($1, 'mine' || left($2::text, 0), 'Mine')"],
    ["INSERT INTO rules (tenant_id, id, key, value, effective_from) VALUES ($1, $2, 'mine', '1', now())"],
    [
      "INSERT INTO api_keys (tenant_id, id, name, key_hash, permissions) VALUES ($1, $2, 'k', sha256('m'), '{}')",
    ],
    ["INSERT INTO definitions (tenant_id, id, key, name) VALUES ($1, $2, 'mine', 'Mine')"],
    [
      "INSERT INTO audit_entries (tenant_id, id, actor_id, actor_name, action, subject) VALUES ($1, $2, 'a', 'A', 'b', 'c')",
    ],
  ])('puts no row into another tenant: %s', async (statement) => {
    expect(await attempt(world.app, world.tenantId, [statement, other.tenantId, newId()])).toMatchObject({
      refused: refusals.noRight,
    });
    expect(await attempt(world.app, null, [statement, other.tenantId, newId()])).toMatchObject({
      refused: refusals.noRight,
    });
  });

  test('moves no row of its own into another tenant', async () => {
    const person = await makePerson(world.owner, world.tenantId, 'Mia Mover');

    const moved = await attempt(world.app, world.tenantId, [
      'UPDATE people SET tenant_id = $1 WHERE id = $2',
      other.tenantId,
      person.id,
    ]);

    expect(moved).toMatchObject({ refused: refusals.noRight });
  });

  test.each([
    ['transition', 'SELECT public.transition($1, $2, 5, \'{"events": []}\')'],
    ['load_snapshot', "SELECT public.load_snapshot($1, $2) -> 'snapshot' -> 'context' -> 'amount'"],
    ['load_definition', 'SELECT public.load_definition($1, $2)'],
    ['load_start', "SELECT public.load_start($1, 'refund' || left($2::text, 0))"],
    ['rules_in_force', "SELECT nullif(public.rules_in_force($1), '{}') || to_jsonb(left($2::text, 0))"],
    ['hand_over_signal', "SELECT nullif(public.hand_over_signal($1, $2, $2)::text, '') || left($2::text, 0)"],
    ['extend_lease', "SELECT nullif(public.extend_lease($1, $2, 'main:paying:1:pay', 'token', 30), false)"],
    [
      'publish_definition',
      "SELECT public.publish_definition($1, $2, 1, gen_random_uuid(), repeat('a', 64), NULL)",
    ],
    ['activate_version', 'SELECT public.activate_version($1, $2, 1, NULL, NULL)::text'],
    ['take_back_activation', 'SELECT public.take_back_activation($1, $2, 1)::text'],
    ['retire_version', "SELECT public.retire_version($1, $2, 1, NULL, 'x')::text"],
    ['retire_definition', "SELECT public.retire_definition($1, $2, NULL, 'x')::text"],
  ])('that has named its tenant reaches no other one through %s', async (_, call) => {
    const result = await attempt(world.app, world.tenantId, [
      `SELECT FROM (${call.replace('SELECT', 'SELECT (')}) AS answer) AS answers WHERE answer IS NOT NULL`,
      other.tenantId,
      call.includes('load_definition')
        ? other.published.versionId
        : /publish|activat|retire/.test(call)
          ? other.published.definitionId
          : other.instance.id,
    ]);

    expect(result).toMatchObject(result.refused === null ? { rows: 0 } : { refused: refusals.notFound });
  });
});

describe('the functions', () => {
  test('find no instance and no version under another tenant’s id', async () => {
    const stranger = { tenantId: world.tenantId, id: other.instance.id };

    expect(await loadInstance(world.app, stranger.tenantId, stranger.id)).toBeNull();
    expect(await verifyInstance(world.app, stranger.tenantId, stranger.id)).toBeNull();
    expect((await loadStart(world.app, world.tenantId, 'refund'))?.definition.id).toBe(
      world.published.versionId,
    );
    expect(
      await attempt(world.app, null, [
        'SELECT public.transition($1, $2, 5, \'{"events": []}\')',
        stranger.tenantId,
        stranger.id,
      ]),
    ).toMatchObject({ refused: refusals.notFound });
    const mixed = await HandMadeInstance.tryToCreate(world.app, world.tenantId, other.published);
    expect(mixed.result).toMatchObject({ ok: false, refusal: { code: 'not_found' } });
  });

  test('store no reference across tenants', async () => {
    const requester = HandMadeInstance.tryToCreate(world.app, world.tenantId, world.published, {
      requesterId: other.personId,
    });

    await expect(requester).rejects.toMatchObject({ code: refusals.foreignKey });
  });
});

test.each([
  ['a role to another tenant’s person', "INSERT INTO person_roles VALUES ($1, $2, 'approver')", 'personId'],
  [
    'a job to another tenant’s instance',
    "INSERT INTO outbox (tenant_id, instance_id, task, payload) VALUES ($1, $2, 't', '{}')",
    'instanceId',
  ],
  [
    'a stay to another tenant’s instance',
    "INSERT INTO step_instances VALUES ($1, $2, 'z', 'main', 'z', 1)",
    'instanceId',
  ],
  [
    'an attempt to another tenant’s execution',
    "INSERT INTO activity_attempts (tenant_id, instance_id, execution, number, worker) VALUES ($1, $2, 'main:paying:1:pay', 2, 'w')",
    'instanceId',
  ],
  [
    'a state to another tenant’s version',
    "INSERT INTO definition_states VALUES ($1, $2, 'start', true)",
    'versionId',
  ],
  [
    'a version to another tenant’s definition',
    "INSERT INTO definition_versions (tenant_id, id, definition_id, key, version, name, content, content_hash) VALUES ($1, gen_random_uuid(), $2, 'k', 9, 'N', '{}', repeat('a', 64))",
    'definitionId',
  ],
] as const)(
  'a reference across tenants cannot be stored by the owner either: %s',
  async (_, statement, which) => {
    const ids = { ...other.published, personId: other.personId, instanceId: other.instance.id };

    const stored = await attempt(world.owner, null, [statement, world.tenantId, ids[which]]);

    expect([refusals.foreignKey, refusals.writtenOnce]).toContain(stored.refused);
  },
);
