import { forTenant } from '@/lib/database/client';
import type { WebhookSource } from '@/lib/database/generated/client';
import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import { readCursor, writeCursor } from '@/lib/http/cursor';
import type { Page } from '@/lib/http/page';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import {
  type ReceivedFilters,
  receivedFiltersSchema,
  type ReceivedRow,
  type SourceRow,
  type WebhookMapping,
} from './schema';

/** The sources of the tenant, the newest first. */
export async function listSources(actor: Actor): Promise<Result<readonly SourceRow[]>> {
  const lacking = lacks(actor, 'integrations.manage');
  if (lacking) return lacking;
  const rows = await forTenant(actor.tenantId).webhookSource.findMany({
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: 1000,
  });
  return done(rows.map(sourceRow));
}

/** A source as it is shown. */
export function sourceRow(row: WebhookSource): SourceRow {
  const { id, name, mapping, windowSeconds, active, createdAt } = row;
  return {
    id,
    name,
    address: `/api/workflows/webhooks/${id}`,
    mapping: mapping as WebhookMapping,
    windowSeconds,
    active,
    createdAt: createdAt.toISOString(),
  };
}

/** A source of the tenant. */
export async function getSource(actor: Actor, id: string): Promise<Result<SourceRow>> {
  const lacking = lacks(actor, 'integrations.manage');
  if (lacking) return lacking;
  const row = isUuid(id)
    ? await forTenant(actor.tenantId).webhookSource.findFirst({ where: { tenantId: actor.tenantId, id } })
    : null;
  return row ? done(sourceRow(row)) : refuse('not_found', 'There is no such source of webhooks.');
}

const received = tenantStatement(
  'webhook_deliveries',
  `SELECT d.id, d.delivery_id AS delivery, public.instant_text(d.received_at) AS "receivedAt", d.result, d.code, d.message,
     d.bytes, d.sha256, d.effect, d.instance_id AS instance, d.repeats
   FROM webhook_deliveries d
   WHERE d.tenant_id = tenant.id AND d.source_id = $2::uuid AND ($3::text IS NULL OR d.result = $3)
     AND ($4::timestamptz IS NULL OR (d.received_at, d.id) < ($4::timestamptz, $5::uuid))
   ORDER BY d.received_at DESC, d.id DESC LIMIT $6`,
);

/** What came to a source, taken or refused, the newest first. */
export async function listReceived(
  actor: Actor,
  id: string,
  filters: ReceivedFilters = {},
): Promise<Result<Page<ReceivedRow>>> {
  const found = await getSource(actor, id);
  if (!found.ok) return found;
  const read = readInput(receivedFiltersSchema, filters);
  if (!read.ok) return read;
  const { result = null, cursor, limit } = read.value;
  const after = readCursor(cursor, 'webhook-deliveries', 2);
  if (!after.ok) return after;
  const [at = null, before = null] = after.value ?? [];
  if (at !== null && (Number.isNaN(Date.parse(at)) || !isUuid(before))) {
    return refuse('invalid', 'This cursor is damaged.');
  }
  const values = [id, result, at, before, limit + 1];
  const rows = await readTenant<ReceivedRow>(appPool(), actor.tenantId, received, values);
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  const next = last ? writeCursor('webhook-deliveries', [last.receivedAt, last.id]) : null;
  return done({ items, next });
}
