import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import { readable, readableValues } from '@/lib/instances/access';
import type { Actor } from '@/lib/people/actor';
import { holds } from '@/lib/people/permissions';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import type { Messages } from './dossier-schema';

/** Rows of each kind that are shown: the newest. */
const most = 200;

const signals = `coalesce((SELECT jsonb_agg(jsonb_build_object(
    'id', g.id, 'name', g.name, 'payload', g.payload, 'correlation', g.correlation,
    'sender', (SELECT e.actor_name FROM public.history_of(i.tenant_id, i.id) AS e WHERE e.sequence = g.sequence),
    'state', CASE WHEN g.consumed_by IS NOT NULL THEN 'consumed' WHEN g.expires_at <= now() THEN 'expired' ELSE 'kept' END,
    'receivedAt', public.instant_text(g.received_at), 'expiresAt', public.instant_text(g.expires_at),
    'consumedAt', public.instant_text(g.consumed_at), 'consumedIn', split_part(g.consumed_by, ':', 2),
    'repeats', (SELECT d.repeats FROM public.webhook_deliveries d
      WHERE d.tenant_id = i.tenant_id AND d.result <> 'refused' AND g.id ~ '^webhook:[0-9a-f-]{36}:'
        AND d.source_id = CASE WHEN g.id ~ '^webhook:[0-9a-f-]{36}:' THEN substring(g.id, 9, 36)::uuid END
        AND d.delivery_id = substring(g.id, 46))) ORDER BY g.sequence DESC)
  FROM (SELECT * FROM public.signals n WHERE n.tenant_id = i.tenant_id AND n.instance_id = i.id
      -- Files come as signals to their step; they have a list of their own.
      AND NOT starts_with(n.name, 'file:') ORDER BY n.sequence DESC LIMIT ${most}) AS g), '[]')`;

const mails = `coalesce((SELECT jsonb_agg(jsonb_build_object(
    'id', n.id, 'kind', n.kind, 'person', jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email),
    'state', n.mail, 'to', n.mail_to, 'createdAt', public.instant_text(n.created_at),
    'nextAt', CASE WHEN n.mail = 'queued' THEN public.instant_text(n.mail_at) END,
    'sentAt', public.instant_text(n.mail_sent_at), 'attempts', n.mail_attempts, 'error', n.mail_error,
    'resends', n.resends,
    'title', (SELECT t.title FROM public.tasks t WHERE t.tenant_id = i.tenant_id AND t.id = n.task_id)) ORDER BY n.id DESC)
  FROM (SELECT * FROM public.notifications m WHERE m.tenant_id = i.tenant_id AND m.instance_id = i.id AND m.mail <> 'none'
    ORDER BY m.id DESC LIMIT ${most}) AS n
  JOIN public.people p ON p.tenant_id = i.tenant_id AND p.id = n.person_id), '[]')`;

const undelivered = `coalesce((SELECT jsonb_agg(jsonb_build_object(
    'id', d.id::text, 'sink', s.name, 'sequence', d.sequence, 'type', public.cloud_event_type(e.type, e.data),
    'attempts', d.attempts, 'error', d.error, 'nextAttemptAt', public.instant_text(d.next_attempt_at),
    'deadAt', public.instant_text(d.dead_at)) ORDER BY d.id DESC)
  FROM public.event_sinks s
  JOIN public.event_deliveries d ON d.tenant_id = s.tenant_id AND d.sink_id = s.id AND d.instance_id = i.id
  JOIN public.events e ON e.tenant_id = d.tenant_id AND e.instance_id = d.instance_id AND e.sequence = d.sequence
  WHERE s.tenant_id = i.tenant_id), '[]')`;

const statement = tenantStatement(
  'instance_messages',
  `SELECT ${signals} AS signals, ${mails} AS mails,
    CASE WHEN $7 THEN ${undelivered} ELSE '[]' END AS undelivered,
    CASE WHEN $7 THEN coalesce((SELECT jsonb_agg(s.name ORDER BY s.name) FROM public.event_sinks s
      WHERE s.tenant_id = i.tenant_id AND s.active), '[]') ELSE '[]' END AS sinks
  FROM public.instances i WHERE i.tenant_id = tenant.id AND i.id = $2 AND ${readable(3)}`,
);

/**
 * What came for an instance from outside, and what it sent: signals with what became of each, mails with their delivery, and the
 * events that sinks have not got. Sinks are named to those alone who may see all instances.
 */
export async function readMessages(actor: Actor, id: string): Promise<Result<Messages>> {
  if (!isUuid(id)) return noInstance;
  const values = [id, ...readableValues(actor), holds(actor, 'instances.read_all')];
  const [row] = await readTenant<Messages>(appPool(), actor.tenantId, statement, values);
  return row ? done(row) : noInstance;
}

const noInstance = refuse('not_found', 'There is no such instance, or you may not see it.');
