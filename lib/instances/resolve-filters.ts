import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { WaitReason } from '@/lib/engine/lifecycle';
import type { Actor } from '@/lib/people/actor';

/** What filters name, as the rows have it. What was not asked for is undefined; what there is not is an empty list. */
export type ResolvedFilters = {
  readonly requesterIds: readonly string[] | undefined;
  readonly definitionIds: readonly string[] | undefined;
  /** The steps in which instances wait for what was asked for, and whether few of them are there. */
  readonly waiting: { readonly steps: readonly string[]; readonly few: boolean };
};

/** As many instances are looked for one by one before anything else is asked of them. */
const few = 1_000;

const statement = tenantStatement(
  'instance_filters',
  `SELECT ARRAY(SELECT p.id::text FROM public.people p WHERE p.tenant_id = tenant.id AND p.email = $2) AS "requesterIds",
     ARRAY(SELECT d.id::text FROM public.definitions d WHERE d.tenant_id = tenant.id AND d.key = $3) AS "definitionIds",
     jsonb_build_object('steps', to_jsonb(waiting.steps), 'few', (
       SELECT count(*) <= ${few} FROM (SELECT FROM public.step_instances s
         WHERE s.tenant_id = tenant.id AND s.step = ANY (waiting.steps) AND s.exited_at IS NULL AND s.live LIMIT ${few} + 1) AS there)) AS waiting
   FROM (SELECT ARRAY(SELECT DISTINCT d.state FROM public.definition_states d
     WHERE d.tenant_id = tenant.id AND d.waits_for @> ARRAY[$4::text]) AS steps) AS waiting`,
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
    ? await readTenant<Found>(appPool(), tenantId, statement, [
        requester ?? null,
        definition ?? null,
        waitingFor ?? null,
      ])
    : [];
  return {
    requesterIds: requester === undefined ? undefined : found?.requesterIds,
    definitionIds: definition === undefined ? undefined : found?.definitionIds,
    waiting: found?.waiting ?? { steps: [], few: true },
  };
}

type Found = { readonly requesterIds: string[]; readonly definitionIds: string[] } & Pick<
  ResolvedFilters,
  'waiting'
>;
