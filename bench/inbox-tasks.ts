import type { Pool } from 'pg';
import { newId } from '@/lib/runtime/uuid';
import type { Reader } from '@/lib/inbox/audience';

/** Many tasks of one tenant, and a person who holds two of its forty roles. */
export type MadeTasks = {
  readonly tenantId: string;
  readonly reader: Reader;
  readonly tasks: number;
  readonly open: number;
  readonly ofGroups: number;
};

const email = 'reader@example.test';
const roles = ['role_0', 'role_7'];

/**
 * Makes tasks as the product would leave them, a fifth of them open: past the guards, since their histories would take
 * hours. The first role has half of the open ones, as in a house where most approvals are one kind.
 */
export async function makeTasks(owner: Pool, count: number): Promise<MadeTasks> {
  const tenantId = newId();
  const reader = { personId: newId(), email, roles };
  const client = await owner.connect();
  try {
    await client.query("SET session_replication_role = 'replica'");
    await client.query(
      `INSERT INTO instances (tenant_id, id, definition_id, definition_version_id, definition_key, definition_version,
         subject_type, subject_id, subject_unique, requester_id, requester_name, requester_email, input, facts, context, version,
         status, waiting_for, visits, depth, created_at, status_since, state_since)
       SELECT $1, idOf(n), $2, $2, 'process_' || n % 20, 1, 'order', 'A-' || n, false,
         CASE WHEN n % 500 = 0 THEN $3::uuid END, 'Person ' || n % 300, 'p' || n % 300 || '@example.test', '{}', '[]', '{}', 9,
         'waiting', '{human_task}', '{}', 0, now(), now(), now()
       FROM generate_series(1, $4::int) AS n`.replaceAll('idOf(n)', idOf('n')),
      [tenantId, newId(), reader.personId, count],
    );
    await client.query(
      `INSERT INTO tasks (tenant_id, id, instance_id, key, branch, step, visit, status, title, assignee_id, assignee_name, assignee_email,
         candidate_roles,
         candidate_people, excluded, authority_limit, outcomes, facts, approvals, votes, priority, due_at, outcome, created_at, closed_at, status_event)
       SELECT $1, idOf(n), idOf(n), 'main:in_review:1', 'main', 'in_review', 1,
         CASE WHEN n % 5 = 0 THEN CASE WHEN n % 1000 = 0 THEN 'in_progress' ELSE 'pending' END ELSE 'completed' END,
         'Approve the order of customer ' || n % 4000, CASE WHEN n % 1000 = 0 THEN $2::uuid END,
         CASE WHEN n % 1000 = 0 THEN 'Reader' END, CASE WHEN n % 1000 = 0 THEN 'reader@example.test' END,
         ARRAY['role_' || CASE WHEN n % 10 = 0 THEN 0 ELSE (n / 10) % 40 END], '{}', ARRAY['p' || n % 300 || '@example.test'],
         CASE WHEN n % 4 = 0 THEN jsonb_build_object('rule', 'limit', 'amount', (n::bigint * 7919) % 10000) END, '[]',
         jsonb_build_array(jsonb_build_object('label', 'Customer', 'value', 'Customer ' || n % 4000),
           jsonb_build_object('label', 'Country', 'value', CASE WHEN n % 4000 = 0 THEN 'Rare' ELSE 'C' || (n / 7) % 12 END),
           jsonb_build_object('label', 'Amount', 'value', (n::bigint * 7919) % 10000, 'format', 'money', 'currency', 'EUR'))
         || CASE WHEN n % 900 = 0 THEN jsonb_build_array(jsonb_build_object('label', 'Contract', 'value', 'V-' || n)) ELSE '[]' END,
         '{"required": 1, "veto": false}', CASE WHEN n % 5 = 1 AND n % 100 = 1 THEN jsonb_build_array(jsonb_build_object('person',
           jsonb_build_object('id', $2::text, 'name', 'Reader', 'email', 'reader@example.test'), 'outcome', 'approve')) ELSE '[]' END,
         CASE WHEN n % 50 = 0 THEN 80 ELSE 50 END, CASE WHEN n % 3 > 0 THEN now() + (n::bigint * 31 % 20000 - 2000) * interval '1 minute' END,
         CASE WHEN n % 5 > 0 THEN 'approve' END, now(), CASE WHEN n % 5 > 0 THEN now() END, 7
       FROM generate_series(1, $3::int) AS n`.replaceAll('idOf(n)', idOf('n')),
      [tenantId, reader.personId, count],
    );
    await client.query(
      `INSERT INTO task_snoozes (tenant_id, person_id, task_id, until)
       SELECT $1, $2, id, now() + interval '30 days' FROM tasks WHERE closed_at IS NULL ORDER BY due_at LIMIT 500`,
      [tenantId, reader.personId],
    );
    await client.query('SELECT file_task(t) FROM tasks t');
    await client.query("SET session_replication_role = 'origin'");
    await client.query('VACUUM (ANALYZE) instances, tasks, task_audiences, task_facts, task_snoozes');
    // Last: whoever finds the reader finds all tasks (`findTasks`).
    await client.query('INSERT INTO tenants (id, name) VALUES ($1, $2)', [tenantId, 'Bench']);
    await client.query(`INSERT INTO people (tenant_id, id, email, name) VALUES ($1, $2, $3, 'Reader')`, [
      tenantId,
      reader.personId,
      reader.email,
    ]);
  } finally {
    client.release();
  }
  return counted(owner, tenantId, reader);
}

/** The tasks that `makeTasks` has made in this database before; null where it has not, or not to the end. */
export async function findTasks(owner: Pool): Promise<MadeTasks | null> {
  const { rows } = await owner.query<{ tenant_id: string; id: string }>(
    'SELECT tenant_id, id FROM people WHERE email = $1',
    [email],
  );
  return rows[0] ? counted(owner, rows[0].tenant_id, { personId: rows[0].id, email, roles }) : null;
}

async function counted(owner: Pool, tenantId: string, reader: Reader): Promise<MadeTasks> {
  const { rows } = await owner.query<{ tasks: number; open: number; groups: number }>(
    `SELECT (SELECT count(*)::int FROM tasks) AS tasks,
       (SELECT count(*)::int FROM task_audiences WHERE audience = '*') AS open,
       (SELECT count(*)::int FROM task_audiences WHERE audience IN ('r:role_0', 'r:role_7')) AS groups`,
  );
  const { tasks, open, groups } = rows[0]!;
  return { tenantId, reader, tasks, open, ofGroups: groups };
}

function idOf(n: string): string {
  return `('01990000-0000-7000-8000-' || lpad(${n}::text, 12, '0'))::uuid`;
}
