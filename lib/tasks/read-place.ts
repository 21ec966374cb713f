import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { ClosedTask } from './closed';
import { deciderSelect, type DeciderNow } from './read-decider';

/** Where a task is, and the person who wants to act on it, as both are now. */
export type TaskPlace = {
  readonly instanceId: string;
  readonly key: string;
  /** Null when there is no such person in the tenant: a key that acts as nobody. */
  readonly person: DeciderNow | null;
};

const place = tenantStatement(
  'task_place',
  `SELECT t.instance_id AS "instanceId", t.key, (
     SELECT to_jsonb(now_held) FROM (${deciderSelect('$3')}) AS now_held) AS person
   FROM public.tasks t WHERE t.tenant_id = tenant.id AND t.id = $2`,
);

/** Finds the task's instance and reads the person's present roles, in one round trip. */
export async function readPlace(
  tenantId: string,
  taskId: string,
  personId: string,
): Promise<TaskPlace | null> {
  const [row] = await readTenant<TaskPlace>(appPool(), tenantId, place, [taskId, personId]);
  return row ?? null;
}

const closed = tenantStatement(
  'task_closed',
  `SELECT t.outcomes, t.votes, t.outcome, public.instant_text(t.closed_at) AS "closedAt"
   FROM public.tasks t WHERE t.tenant_id = tenant.id AND t.id = $2 AND t.closed_at IS NOT NULL`,
);

/** How the task ended; null while it is open. */
export async function readClosed(tenantId: string, taskId: string): Promise<ClosedTask | null> {
  const [row] = await readTenant<ClosedTask>(appPool(), tenantId, closed, [taskId]);
  return row ?? null;
}
