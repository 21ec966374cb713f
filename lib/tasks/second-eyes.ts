import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { Definition } from '@/lib/engine/definition/schema';
import { earlierDeciders, type StepVote, stepsThatCount } from '@/lib/engine/second-eyes';
import type { Person, Task } from '@/lib/engine/snapshot';

const others = tenantStatement(
  'task_earlier_votes',
  `SELECT o.step, v.vote FROM public.tasks o CROSS JOIN LATERAL jsonb_array_elements(o.votes) AS v (vote)
   WHERE o.tenant_id = tenant.id AND o.instance_id = $2 AND o.key <> $3`,
);

/**
 * Who decided other tasks of the request and therefore may not decide this one, read now. Ask after the instance was loaded:
 * a decision on another of its tasks after that makes the move stale. One look at the database where the step asks for it,
 * and none otherwise.
 */
export async function readEarlierDeciders(
  tenantId: string,
  instanceId: string,
  definition: Definition,
  task: Pick<Task, 'key' | 'step'>,
): Promise<readonly Person[]> {
  if (stepsThatCount(definition, task.step) === null) return [];
  const votes = await readTenant<StepVote>(appPool(), tenantId, others, [instanceId, task.key]);
  return earlierDeciders(definition, task.step, votes);
}
