import type { Pool } from 'pg';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { Outcome } from '@/lib/engine/definition/step-schema';
import type { FactValue } from '@/lib/instances/schema';
import type { NotificationKind } from './schema';

/** A message with all that its mail says, as the database has it. */
export type StoredMail = {
  readonly id: string;
  readonly kind: NotificationKind;
  readonly text: string | null;
  readonly attempts: number;
  readonly resends: number;
  readonly tenantName: string;
  readonly to: {
    readonly name: string;
    readonly email: string;
    readonly active: boolean;
    readonly locale: string;
    readonly timeZone: string;
  };
  /** The link of the person to the task; null for what is about no task. */
  readonly linkId: string | null;
  readonly instanceId: string;
  readonly versionId: string;
  readonly subject: string;
  readonly state: string | null;
  readonly requester: string | null;
  readonly facts: readonly FactValue[];
  readonly task: {
    readonly id: string;
    readonly title: string;
    readonly step: string;
    readonly instructions: string | null;
    readonly dueAt: string | null;
    readonly outcome: string | null;
    readonly outcomes: readonly Outcome[];
    readonly decidedBy: string | null;
  } | null;
};

const mails = tenantStatement(
  'mails',
  `SELECT n.id, n.kind, n.text, n.mail_attempts AS attempts, n.resends, tn.name AS "tenantName",
    jsonb_build_object('name', p.name, 'email', p.email, 'active', p.active, 'locale', p.locale,
      'timeZone', p.time_zone) AS "to",
    (SELECT l.id FROM public.mail_links l WHERE l.tenant_id = n.tenant_id AND l.task_id = n.task_id
      AND l.person_id = n.person_id ORDER BY l.superseded_at DESC NULLS FIRST LIMIT 1) AS "linkId",
    i.id AS "instanceId", i.definition_version_id AS "versionId", i.subject_id AS subject, i.state,
    i.requester_name AS requester, coalesce(nullif(t.facts, '[]'), i.facts) AS facts,
    CASE WHEN t.id IS NOT NULL THEN jsonb_build_object('id', t.id, 'title', t.title, 'step', t.step,
      'instructions', t.instructions, 'dueAt', public.instant_text(t.due_at), 'outcome', t.outcome,
      'outcomes', t.outcomes, 'decidedBy', t.votes -> -1 -> 'person' ->> 'name') END AS task
  FROM public.notifications n
  JOIN public.people p ON p.tenant_id = n.tenant_id AND p.id = n.person_id
  JOIN public.tenants tn ON tn.id = n.tenant_id
  JOIN public.instances i ON i.tenant_id = n.tenant_id AND i.id = n.instance_id
  LEFT JOIN public.tasks t ON t.tenant_id = n.tenant_id AND t.id = n.task_id
  WHERE n.tenant_id = tenant.id AND n.id = ANY ($2::uuid[]) ORDER BY n.id`,
);

/** The messages with these ids, the oldest first. */
export function readMails(pool: Pool, tenantId: string, ids: readonly string[]): Promise<StoredMail[]> {
  return readTenant<StoredMail>(pool, tenantId, mails, [ids]);
}
