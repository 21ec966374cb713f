import type { Pool } from 'pg';

/** A row of every table that hangs on a tenant's tasks and that no move fills by itself. */
export async function fillTaskTables(owner: Pool, tenantId: string): Promise<void> {
  await owner.query(
    `INSERT INTO task_facts (tenant_id, audience, task_id, label, number_value, text_value, due_at)
     SELECT tenant_id, '*', id, 'Amount', 1, '', 'infinity' FROM tasks WHERE tenant_id = $1`,
    [tenantId],
  );
}
