import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Person, Task, Vote } from '@/lib/engine/snapshot';

type StepVote = { readonly step: string; readonly vote: Pick<Vote, 'person' | 'onBehalfOf'> };

/**
 * Who decided other tasks of the request and therefore may not decide this one, where its step asks for that
 * (`who.notDecidersOf`). One who was stood in for counts as well as their deputy.
 * @param votes those on the other tasks of the instance
 */
export function earlierDeciders(
  definition: Definition,
  step: string,
  votes: readonly StepVote[],
): readonly Person[] {
  const counted = stepsThatCount(definition, step);
  if (counted === null) return [];
  return votes
    .filter((one) => counted === 'all' || counted.includes(one.step))
    .flatMap(({ vote }) => (vote.onBehalfOf ? [vote.person, vote.onBehalfOf] : [vote.person]));
}

const others = tenantStatement(
  'task_earlier_votes',
  `SELECT o.step, v.vote FROM public.tasks o CROSS JOIN LATERAL jsonb_array_elements(o.votes) AS v (vote)
   WHERE o.tenant_id = tenant.id AND o.instance_id = $2 AND o.key <> $3`,
);

/**
 * The same, read now. Ask after the instance was loaded: a decision on another of its tasks after that makes the move stale.
 * One look at the database where the step asks for it, and none otherwise.
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

function stepsThatCount({ steps }: Definition, key: string): 'all' | readonly string[] | null {
  const step = steps.find((one) => one.key === key);
  return step?.type === 'USER_TASK' ? (step.who.notDecidersOf ?? null) : null;
}
