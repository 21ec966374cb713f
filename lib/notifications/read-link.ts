import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { Outcome } from '@/lib/engine/definition/step-schema';
import type { TaskStatus } from '@/lib/engine/lifecycle';
import type { Vote } from '@/lib/engine/snapshot';

/** A link with its task, and how that ended, as the database has them. */
export type StoredLink = {
  readonly id: string;
  readonly taskId: string;
  readonly personId: string;
  readonly sentTo: string;
  readonly expired: boolean;
  readonly superseded: boolean;
  readonly title: string;
  readonly status: TaskStatus;
  readonly assignee: string | null;
  readonly outcome: string | null;
  readonly outcomes: readonly Outcome[];
  readonly votes: readonly Vote[];
  readonly closedAt: string | null;
  readonly instanceId: string;
  readonly versionId: string;
  readonly subject: string;
  /** Null also where the request was ended by somebody: it stays nowhere then. */
  readonly state: string | null;
  /** Who or what ended it; null while it is open. */
  readonly ended: {
    readonly actorType: string;
    readonly actorName: string;
    readonly reason: string | null;
    /** A deadline passed in the same moment, and this is what came of it. */
    readonly byDeadline: boolean;
  } | null;
};

const byId = tenantStatement(
  'mail_link',
  `SELECT l.id, l.task_id AS "taskId", l.person_id AS "personId", p.name AS "sentTo", l.expires_at <= now() AS expired,
    l.superseded_at IS NOT NULL AS superseded, t.title, t.status, t.assignee_name AS assignee, t.outcome, t.outcomes,
    t.votes, public.instant_text(t.closed_at) AS "closedAt", i.id AS "instanceId",
    i.definition_version_id AS "versionId", i.subject_id AS subject,
    CASE WHEN i.status NOT IN ('cancelled', 'reversed') THEN i.state END AS state, (
      SELECT jsonb_build_object('actorType', e.actor_type, 'actorName', e.actor_name, 'reason', e.reason,
        'byDeadline', EXISTS (SELECT FROM public.history_of(e.tenant_id, e.instance_id) AS d
          WHERE d.type = 'DEADLINE_PASSED' AND d.occurred_at = e.occurred_at AND d.sequence < e.sequence))
      FROM public.history_of(t.tenant_id, t.instance_id) AS e WHERE e.key = t.key
        AND e.type IN ('USER_TASK_COMPLETED', 'USER_TASK_CANCELLED') ORDER BY e.sequence DESC LIMIT 1) AS ended
  FROM public.mail_links l
  JOIN public.people p ON p.tenant_id = l.tenant_id AND p.id = l.person_id
  JOIN public.tasks t ON t.tenant_id = l.tenant_id AND t.id = l.task_id
  JOIN public.instances i ON i.tenant_id = t.tenant_id AND i.id = t.instance_id
  WHERE l.tenant_id = tenant.id AND l.id = $2`,
);

/** The link, if the tenant has it. Whoever reads it may see nothing more than that it was sent to somebody. */
export async function readLink(tenantId: string, linkId: string): Promise<StoredLink | null> {
  const [link] = await readTenant<StoredLink>(appPool(), tenantId, byId, [linkId]);
  return link ?? null;
}
