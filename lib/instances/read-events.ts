import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { Actor } from '@/lib/people/actor';
import { readable, readableValues } from './access';
import type { EventRow } from './schema';

const eventJson = `jsonb_build_object(
  'sequence', e.sequence, 'type', e.type, 'subject', e.subject, 'branch', e.branch, 'key', e.key,
  'from', coalesce(e.from_status, e.from_state, e.migrated_from), 'to', coalesce(e.to_status, e.to_state),
  'actor', jsonb_build_object('type', e.actor_type, 'id', e.actor_id, 'name', e.actor_name,
    'onBehalfOf', CASE WHEN e.on_behalf_of_id IS NOT NULL THEN
      jsonb_build_object('id', e.on_behalf_of_id, 'name', e.on_behalf_of_name) END),
  'reason', e.reason, 'correlationId', e.correlation_id, 'causationId', e.causation_id, 'workerId', e.worker_id,
  'data', e.data, 'occurredAt', public.instant_text(e.occurred_at), 'hash', encode(e.hash, 'hex'))`;

function statement(name: string, condition: string, order: string) {
  return tenantStatement(
    name,
    `SELECT coalesce((SELECT jsonb_agg(${eventJson} ORDER BY e.sequence) FROM (
        SELECT * FROM public.history_of(i.tenant_id, i.id) AS h WHERE ${condition} ORDER BY h.sequence ${order} LIMIT $4
      ) AS e), '[]') AS events
    FROM public.instances i WHERE i.tenant_id = tenant.id AND i.id = $2 AND ${readable(5)}`,
  );
}

const upwards = statement('events_after', 'h.sequence > $3::bigint', 'ASC');
const downwards = statement('events_before', 'h.sequence < $3::bigint', 'DESC');

/** What staff have done. */
const byStaff = statement('events_of_staff', "h.actor_type = 'staff' AND h.sequence < $3::bigint", 'DESC');

/** What has written the context. */
const ofData = statement(
  'events_of_data',
  "(h.type IN ('WORKFLOW_CREATED', 'CONTEXT_EDITED', 'DATA_ERASED') OR h.data ? 'set') AND h.sequence > $3::bigint",
  'ASC',
);

/** Events that one statement brings when all of them are read. */
const atOnce = 1000;

/**
 * Events of an instance in the order of their sequence: the first ones after a number, or the last ones before it.
 * @returns null when there is no such instance for the actor
 */
export function readEvents(
  actor: Actor,
  instanceId: string,
  from: { readonly after: number } | { readonly before: number },
  limit: number,
): Promise<EventRow[] | null> {
  const [history, edge] = 'after' in from ? [upwards, from.after] : [downwards, from.before];
  return read(history, actor, instanceId, edge, limit);
}

/**
 * The last `limit` events of staff, wherever they stand in a long history, in the order of their sequence.
 * @returns null when there is no such instance for the actor
 */
export function readStaffEvents(actor: Actor, instanceId: string, limit: number): Promise<EventRow[] | null> {
  return read(byStaff, actor, instanceId, Number.MAX_SAFE_INTEGER, limit);
}

/**
 * Every event that has written the context, in the order of their sequence: whoever folds them needs all of them.
 * @returns null when there is no such instance for the actor
 */
export async function readDataEvents(actor: Actor, instanceId: string): Promise<EventRow[] | null> {
  const events: EventRow[] = [];
  for (;;) {
    const page = await read(ofData, actor, instanceId, events.at(-1)?.sequence ?? 0, atOnce);
    if (!page) return null;
    for (const event of page) events.push(event);
    if (page.length < atOnce) return events;
  }
}

async function read(
  history: typeof byStaff,
  actor: Actor,
  instanceId: string,
  edge: number,
  limit: number,
): Promise<EventRow[] | null> {
  const values = [instanceId, edge, limit, ...readableValues(actor)];
  const [row] = await readTenant<{ events: EventRow[] }>(appPool(), actor.tenantId, history, values);
  return row?.events ?? null;
}
