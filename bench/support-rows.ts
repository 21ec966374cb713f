import type { Pool, PoolClient } from 'pg';
import { disconnectClient } from '@/lib/database/client';
import { createPool, useAppPool } from '@/lib/database/pool';
import type { Definition } from '@/lib/engine/definition/schema';
import { decideTask } from '@/lib/tasks/commands';
import { publish, refund, refundWorld, take, type World, worldOf } from '@/lib/testing/builders/refund-world';
import { keptServer, startServer } from './server';

/** Two real instances of one process of which many are made. */
type Template = { readonly live: string; readonly ended: string };

/** From so many new instances on, indexes are built again after the rows instead of row by row. */
const worthIndexing = 50_000;

/**
 * A server with what support looks at: people, and a template of each process. `close` removes all of it.
 * @param folder in which the rows stay, and are taken again when they are there
 */
export async function openSupport(folder?: string) {
  const server = await (folder ? keptServer(folder) : startServer());
  const owner = createPool(server.ownerUrl, { max: 2 });
  const app = createPool(server.appUrl);
  useAppPool(app);
  const close = async () => {
    await disconnectClient();
    await Promise.all([owner.end(), app.end()]);
    await server.stop();
  };
  try {
    console.log(`${server.description}\n`);
    const former = await findFormer(owner);
    if (former) return { owner, app, close, ...former };
    const world = await refundWorld(owner);
    return { owner, app, close, world, templates: await makeTemplates(world), made: 0 };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What an earlier run made in a database that was kept. */
async function findFormer(owner: Pool) {
  const { rows } = await owner.query<{ tenantId: string; live: string; ended: string }>(
    `SELECT live.tenant_id AS "tenantId", live.id AS live, ended.id AS ended FROM instances live
     JOIN instances ended ON ended.subject_id = 'template-' || live.definition_key || '-ended'
     WHERE live.subject_id = 'template-' || live.definition_key || '-live' ORDER BY live.definition_key`,
  );
  if (!rows[0]) return undefined;
  const { tenantId } = rows[0];
  const made = await owner.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM instances WHERE subject_id LIKE 'bench-%'",
  );
  return { world: await worldOf(owner, tenantId), templates: rows, made: made.rows[0]!.count };
}

/** Five processes, and of each one instance in review and one that was approved, made through the product. */
async function makeTemplates(world: World): Promise<Template[]> {
  const ann = await world.person('ann');
  const templates: Template[] = [];
  for (const definition of ['refund', 'refund_2', 'refund_3', 'refund_4', 'refund_5']) {
    if (definition !== refund.key)
      await publish(world.admin, { ...refund, key: definition, name: definition });
    const start = (name: string) =>
      world.start({
        definition,
        subject: { id: `template-${definition}-${name}` },
        input: { amount: 500, customer: name, mail: 'template@mail.example' },
      });
    const [{ id: live }, { id: ended, openTasks }] = [await start('live'), await start('ended')];
    take(await decideTask(ann, openTasks[0]!.id, { outcome: 'approve' }));
    templates.push({ live, ended });
  }
  await publish(world.admin, pickup);
  for (let n = 0; n < 5; n += 1)
    await world.start({
      definition: 'pickup',
      subject: { id: `pickup-${n}` },
      input: { amount: 1, note: 'By hand' },
    });
  return templates;
}

/** A process of few instances, which have and wait for what the others do not, and for which nothing happens by itself. */
const pickup: Definition = {
  ...refund,
  key: 'pickup',
  name: 'Pickup',
  maxAge: undefined,
  input: { type: 'object', properties: { amount: { type: 'number' }, note: { type: 'string' } } },
  steps: [
    { key: 'start', type: 'START' },
    { key: 'coming', type: 'WAIT_FOR_SIGNAL', signal: 'come' },
    { key: 'taken', type: 'END', outcome: 'taken' },
  ],
  transitions: [
    { key: 'begin', from: 'start', to: 'coming' },
    { key: 'take', from: 'coming', to: 'taken' },
  ],
};

/**
 * Makes the instances numbered above `from` up to `until`: copies of the templates with their stays, tasks, timers, activities and
 * whole history, past the triggers, since a million histories through the guards would take hours. A third is live; one in a
 * thousand needs attention, one in two thousand has failed, one in three thousand is paused. The first process has half of them,
 * the next a quarter, and so on; each instance is older than the one before, by half a minute. One in ten thousand has no mail. The hashes of the copies are the
 * templates', so their chains do not verify.
 */
export async function copyInstances(
  owner: Pool,
  tenantId: string,
  templates: readonly Template[],
  from: number,
  until: number,
): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query(
      "SET session_replication_role = replica; SET synchronous_commit = off; SET maintenance_work_mem = '512MB'; SET jit = off",
    );
    const rebuild = until - from >= worthIndexing ? await dropIndexes(client) : [];
    await client.query('DROP TABLE IF EXISTS pg_temp.made; DROP TABLE IF EXISTS pg_temp.templates');
    await client.query(
      `CREATE TEMP TABLE templates AS SELECT * FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS t (live, ended, n)`,
      [templates.map(({ live }) => live), templates.map(({ ended }) => ended)],
    );
    await client.query(
      `CREATE TEMP TABLE made AS SELECT numbered.n, at, kind, 'customer ' || numbered.n % 5000 AS customer, (numbered.n * 7919) % 10000 AS amount,
         (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7000' || '8' || lpad(to_hex(numbered.n), 15, '0'))::uuid AS id,
         CASE WHEN kind IN ('completed', 'failed') THEN t.ended ELSE t.live END AS template,
         CASE kind WHEN 'completed' THEN at + interval '2 hours' WHEN 'failed' THEN at + interval '3 hours' END AS closed_at,
         now() + ((numbered.n * 7919) % 40000 - 4000) * interval '1 minute' AS due_at
       FROM (SELECT n, now() - n * interval '30 seconds' - interval '4 hours' AS at,
           CASE WHEN n % 1000 = 0 THEN 'attention' WHEN n % 2000 = 1 THEN 'failed' WHEN n % 3000 = 2 THEN 'paused'
             WHEN n % 3 = 0 THEN 'waiting' ELSE 'completed' END AS kind,
           -- Of numbers half are odd, a quarter twice an odd one, and so on.
           1 + (ln(greatest(1, n / 7 & -(n / 7))) / ln(2))::int AS share FROM generate_series($1::bigint, $2::bigint) AS n) AS numbered
       JOIN templates t ON t.n = least(numbered.share, $3::int)`,
      [from + 1, until, templates.length],
    );
    await client.query('ANALYZE made');
    for (const [table, over] of Object.entries(copied)) await copyRows(client, tenantId, table, over);
    for (const statement of statements) await client.query(statement, [tenantId]);
    for (const index of rebuild) await client.query(index);
    await client.query(`VACUUM (ANALYZE) ${tables.join(', ')}`);
  } finally {
    await client.query('RESET ALL').catch(() => undefined);
    client.release();
  }
}

/** What differs in the copies of a table's rows: column → SQL, where `t` is the template's row and `m` the new instance. */
type Differing = Readonly<Record<string, string>>;

const copied: Readonly<Record<string, Differing>> = {
  instances: {
    id: 'm.id',
    subject_id: `'bench-' || m.n`,
    correlation_key: 'NULL',
    input: `t.input || jsonb_build_object('amount', m.amount, 'customer', m.customer)`,
    context: `t.context || jsonb_build_object('amount', m.amount, 'customer', m.customer)`,
    facts: `jsonb_build_array(jsonb_build_object('label', 'Amount', 'value', m.amount, 'format', 'money', 'currency', 'EUR'))`,
    status: `CASE m.kind WHEN 'attention' THEN 'needs_attention' ELSE m.kind END`,
    waiting_for: `CASE WHEN m.kind = 'waiting' THEN t.waiting_for ELSE '{}' END`,
    outcome: `CASE WHEN m.kind = 'completed' THEN t.outcome END`,
    created_at: 'm.at',
    started_at: 'm.at',
    status_since: 'coalesce(m.closed_at, m.at)',
    state_since: 'coalesce(m.closed_at, m.at)',
    closed_at: 'm.closed_at',
  },
  step_instances: {
    instance_id: 'm.id',
    entered_at: 'm.at',
    exited_at: `CASE WHEN t.exited_at IS NOT NULL THEN m.at + interval '1 minute' * (m.n % 100) END`,
  },
  tasks: {
    instance_id: 'm.id',
    id: 'm.id',
    title: `'Approve ' || m.amount || ' for ' || m.customer`,
    due_at: 'm.due_at',
    created_at: 'm.at',
    closed_at: 'CASE WHEN t.closed_at IS NOT NULL THEN m.closed_at END',
  },
  timers: { instance_id: 'm.id' },
  activity_executions: { instance_id: 'm.id', created_at: 'm.at' },
  events: { instance_id: 'm.id', occurred_at: `m.at + t.sequence * interval '10 seconds'` },
};

const tables = [...Object.keys(copied), 'search_terms', 'search_gaps', 'incidents'];

async function copyRows(client: PoolClient, tenantId: string, table: string, over: Differing): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  const stale = Object.keys(over).filter((name) => !names.includes(name));
  if (stale.length > 0) throw new Error(`${table} has no ${stale.join(', ')}`);
  const values = names.map((name) => over[name] ?? `t."${name}"`);
  const own = table === 'instances' ? 'id' : 'instance_id';
  await client.query(
    `INSERT INTO ${table} ("${names.join('", "')}") OVERRIDING SYSTEM VALUE SELECT ${values.join(', ')}
     FROM made m JOIN ${table} t ON t.tenant_id = $1 AND t.${own} = m.template`,
    [tenantId],
  );
}

const statements = [
  `INSERT INTO search_terms (tenant_id, instance_id, field, n, value, number)
   SELECT $1, m.id, t.field, t.n, t.value, t.number FROM made m CROSS JOIN LATERAL (VALUES
     ('@subject', 0, 'bench-' || m.n, NULL), ('customer', 0, m.customer, NULL), ('customer', 1, (m.n % 5000)::text, NULL),
     ('amount', 0, m.amount::text, m.amount::double precision), ('mail', 0, 'c' || m.n % 50000 || '@mail.example', NULL))
     AS t (field, n, value, number) WHERE t.field <> 'mail' OR m.n % 10000 <> 9999`,
  `INSERT INTO search_gaps (tenant_id, field, instance_id) SELECT $1, 'mail', m.id FROM made m WHERE m.n % 10000 = 9999`,
  `INSERT INTO incidents (tenant_id, instance_id, opened_sequence, key, step, code, message, opened_at, definition_key)
   SELECT $1, m.id, 1, 'k', 'in_review', 'activity_failed', 'The bank answered 50' || m.n / 1000 % 8 || ' to ' || m.n, m.at, i.definition_key
   FROM made m JOIN instances i ON i.tenant_id = $1 AND i.id = m.id WHERE m.kind = 'attention'`,
];

/** Drops the indexes that no constraint stands on. @returns the statements that make them again */
async function dropIndexes(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT x.indexrelid::regclass::text AS name, pg_get_indexdef(x.indexrelid) AS definition FROM pg_index x
     WHERE x.indrelid = ANY ($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = x.indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}
