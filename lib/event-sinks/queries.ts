import { forTenant } from '@/lib/database/client';
import type { EventSink } from '@/lib/database/generated/client';
import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import { readCursor, writeCursor } from '@/lib/http/cursor';
import type { Page } from '@/lib/http/page';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { type DeliveryFilters, deliveryFiltersSchema, type DeliveryRow, type SinkRow } from './schema';

/** The sinks of the tenant, the newest first. */
export async function listSinks(actor: Actor): Promise<Result<readonly SinkRow[]>> {
  const lacking = lacks(actor, 'integrations.manage');
  if (lacking) return lacking;
  const rows = await forTenant(actor.tenantId).eventSink.findMany({ orderBy: { id: 'desc' }, take: 1000 });
  return done(rows.map(sinkRow));
}

/** A sink as it is shown. */
export function sinkRow({ id, name, url, subject, types, active, createdAt }: EventSink): SinkRow {
  return { id, name, url, subject, types, active, createdAt: createdAt.toISOString() };
}

/** A sink of the tenant. */
export async function getSink(actor: Actor, id: string): Promise<Result<SinkRow>> {
  const listed = await listSinks(actor);
  if (!listed.ok) return listed;
  const sink = isUuid(id) ? listed.value.find((row) => row.id === id) : undefined;
  return sink ? done(sink) : noSuchSink;
}

const deliveries = tenantStatement(
  'event_deliveries',
  `SELECT d.id::text, d.sink_id AS sink, d.instance_id AS instance, d.sequence::int AS sequence,
     public.cloud_event_type(e.type, e.data) AS type, d.attempts, d.error,
     public.instant_text(d.next_attempt_at) AS "nextAttemptAt", public.instant_text(d.dead_at) AS "deadAt"
   FROM event_deliveries d
   JOIN events e ON e.tenant_id = d.tenant_id AND e.instance_id = d.instance_id AND e.sequence = d.sequence
   WHERE d.tenant_id = tenant.id AND (d.dead_at IS NOT NULL) = $2 AND d.id < $3::bigint ORDER BY d.id DESC LIMIT $4`,
);

/** What sinks have not got: what was given up, or what is on its way; the newest first. */
export async function listDeliveries(
  actor: Actor,
  filters: DeliveryFilters = {},
): Promise<Result<Page<DeliveryRow>>> {
  const lacking = lacks(actor, 'integrations.manage');
  if (lacking) return lacking;
  const read = readInput(deliveryFiltersSchema, filters);
  if (!read.ok) return read;
  const { state, cursor, limit } = read.value;
  const after = readCursor(cursor, 'event-deliveries', 1);
  if (!after.ok) return after;
  const [before = '9223372036854775807'] = after.value ?? [];
  if (!/^\d{1,19}$/.test(before)) return refuse('invalid', 'This cursor is damaged.');
  const rows = await readTenant<DeliveryRow>(appPool(), actor.tenantId, deliveries, [
    state === 'dead',
    before,
    limit + 1,
  ]);
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return done({ items, next: last ? writeCursor('event-deliveries', [last.id]) : null });
}

export const noSuchSink = refuse('not_found', 'There is no such sink.');
