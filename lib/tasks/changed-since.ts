import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';

/** Events that make a task another one than the person saw; a claim or a vote of somebody else has a rule of its own. */
const changes = tenantStatement(
  'task_changed_since',
  `SELECT e.type, e.actor_name AS "by" FROM public.events e
   WHERE e.tenant_id = tenant.id AND e.instance_id = $2 AND e.sequence > $4::bigint
     AND (e.type IN ('CONTEXT_EDITED', 'WORKFLOW_MIGRATED') OR (e.type = 'USER_TASK_REASSIGNED' AND e.key = $3))
   ORDER BY e.sequence DESC LIMIT 1`,
);

/**
 * What has changed about a task since its instance had the version that the person saw: its data was edited, it moved to
 * another version of the process, or it was given to somebody else. Null when nothing has.
 */
export async function changedSince(
  tenantId: string,
  instanceId: string,
  task: string,
  version: number,
): Promise<string | null> {
  const [change] = await readTenant<{ type: string; by: string }>(appPool(), tenantId, changes, [
    instanceId,
    task,
    version,
  ]);
  if (!change) return null;
  const what =
    change.type === 'CONTEXT_EDITED'
      ? `${change.by} has changed the data of this request`
      : change.type === 'USER_TASK_REASSIGNED'
        ? `${change.by} has given this task to somebody else`
        : `${change.by} has moved this request to another version of its process`;
  return `${what} since you opened it. Look at it again before you decide.`;
}
