import type { Pool } from 'pg';
import { createPool, useAppPool } from '@/lib/database/pool';
import { disconnectClient } from '@/lib/database/client';
import { getInstance, listInstances } from '@/lib/instances/queries';
import type { InstanceListQuery } from '@/lib/instances/schema';
import type { Actor } from '@/lib/people/actor';
import { takeCounts } from '@/lib/runtime/operations-counts';
import { readBoard } from '@/lib/support/board';
import { refundWorld, take } from '@/lib/testing/builders/refund-world';
import { median, percentile } from './report';
import { startServer } from './server';

/** Instances of the sizes that are looked at, up to COUNT of the environment. */
const most = Number(process.env['COUNT'] ?? 20_000);
const sizes = [1_000, 10_000, 100_000, 1_000_000].filter((size) => size < most).concat(most);
/** Goal of issue 6: time of one read at p95, in milliseconds. */
const goal = 100;
const rounds = 20;

/** What support asks of a tenant with many instances. */
const lists: Readonly<Record<string, InstanceListQuery>> = {
  'first page': {},
  'by order number': { q: 'bench-777' },
  'by business field': { q: 'customer:"customer 77"' },
  'by comparison': { q: 'amount>9990' },
  'by words, none': { q: 'nobody is called so' },
  'by two fields or one': { q: 'customer="customer 77" OR amount=12' },
  'needs attention': { status: ['needs_attention'] },
  'ended last first': { sort: 'closed' },
  'longest in state': { state: 'in_review', sort: 'age' },
  'over three days': { minAge: 'P3D', sort: 'age' },
  'past deadline': { deadline: 'overdue', sort: 'deadline' },
  'due first': { sort: 'deadline' },
  'of a version and step': { definition: 'refund', version: 1, state: 'in_review' },
};

/**
 * How long the reads of support take beside more and more instances: a third of them live, the rest ended. The rows are copies of
 * two real ones, made without triggers, so they have no history of their own to verify.
 */
export async function measureSupport({ quick }: { readonly quick: boolean }): Promise<number> {
  const server = await startServer();
  const owner = createPool(server.ownerUrl, { max: 2 });
  const app = createPool(server.appUrl);
  useAppPool(app);
  try {
    console.log(`${server.description}\n`);
    const world = await refundWorld(owner);
    const { id: live } = await world.start({
      subject: { id: 'bench-live' },
      input: { amount: 500, customer: 'Live' },
    });
    const sam = await world.person('sam');
    let made = 0;
    let kept = true;
    for (const size of quick ? sizes.slice(0, 2) : sizes) {
      const began = performance.now();
      await copy(owner, world.tenantId, live, made, size);
      made = size;
      await owner.query('VACUUM ANALYZE');
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      console.log(`${size.toLocaleString('en')} instances (made in ${seconds} s)`);
      for (const [name, query] of Object.entries(lists))
        kept = (await time(name, () => listed(sam, query))) && kept;
      kept = (await time('an instance', async () => take(await getInstance(sam, live)))) && kept;
      const { took } = await takeCounts(app, world.tenantId);
      kept = (await time('the board, from its counts', async () => take(await readBoard(sam)))) && kept;
      console.log(
        `  ${'one count for the board'.padEnd(28)} ${String(took).padStart(8)} ms, in the background\n`,
      );
    }
    return kept ? 0 : 1;
  } finally {
    await disconnectClient();
    await Promise.all([owner.end(), app.end()]);
    await server.stop();
  }
}

async function listed(actor: Actor, query: InstanceListQuery): Promise<number> {
  return take(await listInstances(actor, query, { limit: 50 })).items.length;
}

async function time(name: string, read: () => Promise<unknown>): Promise<boolean> {
  await read();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await read();
    times.push(performance.now() - began);
  }
  times.sort((left, right) => left - right);
  const p95 = percentile(times, 0.95);
  console.log(
    `  ${name.padEnd(28)} ${median(times).toFixed(1).padStart(8)} ms median ${p95.toFixed(1).padStart(8)} ms p95${p95 > goal ? '  OVER' : ''}`,
  );
  return p95 <= goal;
}

/** Instances `from` up to `until`: every third waits in review since up to thirty days, one in a thousand needs attention. */
async function copy(
  owner: Pool,
  tenantId: string,
  template: string,
  from: number,
  until: number,
): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('SET session_replication_role = replica');
    await client.query('DROP TABLE IF EXISTS pg_temp.made');
    await client.query(
      `CREATE TEMP TABLE made AS SELECT n, (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint - ${until} + n), 12, '0')
         || '7000' || '8' || lpad(to_hex(n), 15, '0'))::uuid AS id, n % 3 = 0 AS live, n % 1000 = 0 AS failing,
         now() - (n % 720) * interval '1 hour' AS at FROM generate_series($1::bigint, $2::bigint) AS n`,
      [from + 1, until],
    );
    for (const statement of statements) await client.query(statement, [tenantId, template]);
  } finally {
    await client.query('SET session_replication_role = DEFAULT');
    client.release();
  }
}

/** Each table's rows of the template, once for each new instance, with what differs put over it. */
const rows = (table: string, columns: string, from = '') =>
  `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT (jsonb_populate_record(NULL::${table}, to_jsonb(t) || ${columns})).*
   FROM ${table} t CROSS JOIN made m WHERE t.tenant_id = $1 ${from}`;

const instanceColumns = `definition_id, definition_version_id, definition_key, definition_version, subject_type, subject_unique,
  requester_id, requester_name, requester_email, input, facts, context, version, state, visits, depth`;

const statements = [
  `INSERT INTO instances (tenant_id, id, subject_id, status, outcome, created_at, started_at, status_since, state_since, closed_at,
     waiting_for, ${instanceColumns})
   SELECT tenant_id, m.id, 'bench-' || m.n, CASE WHEN m.failing THEN 'needs_attention' WHEN m.live THEN 'waiting' ELSE 'completed' END,
     CASE WHEN NOT m.live AND NOT m.failing THEN 'approved' END, m.at, m.at, m.at, m.at,
     CASE WHEN NOT m.live AND NOT m.failing THEN m.at END,
     CASE WHEN m.live AND NOT m.failing THEN waiting_for ELSE '{}' END, ${instanceColumns}
   FROM instances CROSS JOIN made m WHERE tenant_id = $1 AND instances.id = $2`,
  rows(
    'step_instances',
    `jsonb_build_object('instance_id', m.id, 'entered_at', m.at, 'live', m.live OR m.failing)`,
    `AND t.instance_id = $2 AND t.exited_at IS NULL`,
  ),
  rows(
    'tasks',
    `jsonb_build_object('instance_id', m.id, 'id', m.id, 'due_at', m.at + interval '20 days',
       'status', CASE WHEN m.live THEN 'pending' ELSE 'completed' END,
       'outcome', CASE WHEN NOT m.live THEN 'approve' END, 'closed_at', CASE WHEN NOT m.live THEN m.at END)`,
    `AND t.instance_id = $2`,
  ),
  rows('timers', `jsonb_build_object('instance_id', m.id)`, `AND t.instance_id = $2 AND m.live`),
  `INSERT INTO search_terms (tenant_id, instance_id, field, n, value, number)
   SELECT $1, m.id, t.field, 0, t.value, t.number FROM made m CROSS JOIN LATERAL (VALUES
     ('@subject', 'bench-' || m.n, NULL), ('customer', 'customer ' || m.n % 5000, NULL),
     ('amount', (m.n % 10000)::text, (m.n % 10000)::double precision)) AS t (field, value, number) WHERE $2::uuid IS NOT NULL`,
  `INSERT INTO incidents (tenant_id, instance_id, opened_sequence, key, step, code, message, definition_key)
   SELECT $1, m.id, 1, 'k', 'in_review', 'activity_failed', 'The bank answered 503 to ' || m.n, 'refund'
   FROM made m WHERE m.failing AND $2::uuid IS NOT NULL`,
];
