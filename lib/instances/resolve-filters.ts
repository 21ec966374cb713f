import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { WaitReason } from '@/lib/engine/lifecycle';
import type { Actor } from '@/lib/people/actor';

/** What filters name, as the rows have it. What was not asked for is undefined; what there is not is an empty list. */
export type ResolvedFilters = {
  readonly requesterIds: readonly string[] | undefined;
  readonly definitionIds: readonly string[] | undefined;
  /** The steps in which instances wait for what was asked for. */
  readonly steps: readonly string[];
};

const statement = tenantStatement(
  'instance_filters',
  `SELECT ARRAY(SELECT p.id::text FROM public.people p WHERE p.tenant_id = tenant.id AND p.email = $2) AS "requesterIds",
     ARRAY(SELECT d.id::text FROM public.definitions d WHERE d.tenant_id = tenant.id AND d.key = $3) AS "definitionIds",
     ARRAY(SELECT DISTINCT s.state FROM public.definition_states s WHERE s.tenant_id = tenant.id AND s.waits_for @> ARRAY[$4::text])
       AS steps`,
);

/**
 * Looks up what filters name. The list is asked with what was found: so the planner knows how many instances there are of it,
 * and begins with few where there are few.
 */
export async function resolveFilters(
  { tenantId }: Actor,
  asked: {
    readonly requester: string | undefined;
    readonly definition: string | undefined;
    readonly waitingFor: WaitReason | undefined;
  },
): Promise<ResolvedFilters> {
  const { requester, definition, waitingFor } = asked;
  const needed = requester !== undefined || definition !== undefined || waitingFor !== undefined;
  const [found] = needed
    ? await readTenant<{ requesterIds: string[]; definitionIds: string[]; steps: string[] }>(
        appPool(),
        tenantId,
        statement,
        [requester ?? null, definition ?? null, waitingFor ?? null],
      )
    : [];
  return {
    requesterIds: requester === undefined ? undefined : found?.requesterIds,
    definitionIds: definition === undefined ? undefined : found?.definitionIds,
    steps: found?.steps ?? [],
  };
}
