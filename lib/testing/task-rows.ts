import type { Pool } from 'pg';
import { newId } from '@/lib/runtime/uuid';

/** A row of every table that hangs on a tenant's tasks and that no move fills by itself. */
export async function fillTaskTables(owner: Pool, tenantId: string, personId: string): Promise<void> {
  await owner.query(
    `INSERT INTO task_facts (tenant_id, audience, task_id, label, number_value, text_value, due_at)
     SELECT tenant_id, '*', id, 'Amount', 1, '', 'infinity' FROM tasks WHERE tenant_id = $1`,
    [tenantId],
  );
  await owner.query(
    `INSERT INTO saved_views (tenant_id, id, place, owner_id, name, colour, query) VALUES ($1, $2, 'inbox', $3, 'Mine', 'grey', '{}')`,
    [tenantId, newId(), personId],
  );
  await owner.query(
    'INSERT INTO hidden_views (tenant_id, person_id, view_id) SELECT tenant_id, $2, id FROM saved_views WHERE tenant_id = $1',
    [tenantId, personId],
  );
  await owner.query(
    `INSERT INTO task_snoozes (tenant_id, person_id, task_id, until) SELECT tenant_id, $2, id, now() FROM tasks WHERE tenant_id = $1`,
    [tenantId, personId],
  );
  await owner.query(
    `INSERT INTO task_drafts (tenant_id, person_id, task_id, form, reason) SELECT tenant_id, $2, id, '{}', 'r' FROM tasks WHERE tenant_id = $1`,
    [tenantId, personId],
  );
}
