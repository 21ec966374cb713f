import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { JsonObject } from '@/lib/engine/json';

/** A stay with a deadline, as stored. */
export type StoredDeadline = {
  readonly definitionVersionId: string;
  readonly stay: string;
  readonly step: string;
  readonly enteredAt: string;
  readonly task: {
    readonly id: string;
    readonly title: string;
    readonly dueAt: string | null;
    readonly basis: JsonObject | null;
  } | null;
  readonly timers: readonly {
    readonly key: string;
    readonly rung: string | null;
    readonly dueAt: string;
    readonly basis: JsonObject;
    readonly closedAt: string | null;
    readonly ending: 'fired' | 'dropped' | null;
  }[];
  readonly changed: {
    readonly by: string;
    readonly at: string;
    readonly reason: string | null;
    readonly before: string | null;
  } | null;
  readonly roles: Readonly<Record<string, string>>;
};

const deadlines = tenantStatement(
  'instance_deadlines',
  `SELECT i.definition_version_id AS "definitionVersionId", s.key AS stay, s.step,
    public.instant_text(s.entered_at) AS "enteredAt",
    (SELECT jsonb_build_object('id', t.id, 'title', t.title, 'dueAt', public.instant_text(t.due_at), 'basis', t.due_basis)
      FROM public.tasks t WHERE t.tenant_id = s.tenant_id AND t.instance_id = s.instance_id AND t.key = s.key) AS task,
    coalesce((SELECT jsonb_agg(jsonb_build_object('key', r.key, 'rung', r.rung, 'dueAt', public.instant_text(r.due_at),
        'basis', r.basis, 'closedAt', public.instant_text(r.closed_at), 'ending', r.ending) ORDER BY r.due_at, r.key)
      FROM public.timers r WHERE r.tenant_id = s.tenant_id AND r.instance_id = s.instance_id AND r.stay = s.key
        AND r.purpose IN ('rung', 'due')), '[]') AS timers,
    (SELECT jsonb_build_object('by', e.actor_name, 'at', public.instant_text(e.occurred_at), 'reason', e.reason,
        'before', e.data ->> 'before')
      FROM public.events e WHERE e.tenant_id = s.tenant_id AND e.instance_id = s.instance_id
        AND e.type = 'DEADLINE_CHANGED' AND e.key = s.key ORDER BY e.sequence DESC LIMIT 1) AS changed,
    (SELECT coalesce(jsonb_object_agg(o.key, o.name), '{}') FROM public.roles o WHERE o.tenant_id = s.tenant_id) AS roles
  FROM public.instances i
  JOIN public.step_instances s ON s.tenant_id = i.tenant_id AND s.instance_id = i.id AND s.exited_at IS NULL
  WHERE i.tenant_id = tenant.id AND i.id = $2 AND i.closed_at IS NULL
  ORDER BY s.entered_at, s.key`,
);

/** The stays in which the instance is now, with what is known of their deadlines. */
export function readDeadlines(tenantId: string, instanceId: string): Promise<StoredDeadline[]> {
  return readTenant<StoredDeadline>(appPool(), tenantId, deadlines, [instanceId]);
}
