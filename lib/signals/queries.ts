import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import { readCursor, writeCursor } from '@/lib/http/cursor';
import type { Page } from '@/lib/http/page';
import type { Actor } from '@/lib/people/actor';
import { readInput } from '@/lib/people/input';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { refuseSending } from './permissions';
import { type KeptFilters, keptFiltersSchema, type KeptSignalRow } from './schema';

const listed = tenantStatement(
  'kept_signals',
  `SELECT k.id AS key, k.signal_id AS id, k.name, k.definition_key AS definition, k.subject_id AS subject,
     k.correlation_key AS "correlationKey", k.payload, k.sender #>> '{actor,name}' AS "from",
     public.instant_text(k.received_at) AS "receivedAt", public.instant_text(k.expires_at) AS "expiresAt", k.instance_id AS instance
   FROM kept_signals k
   WHERE k.tenant_id = tenant.id AND ($2::text IS NULL OR k.definition_key = $2) AND k.id < $3::uuid
     AND CASE $4 WHEN 'handed_over' THEN k.instance_id IS NOT NULL
       WHEN 'expired' THEN k.instance_id IS NULL AND k.expires_at <= now()
       ELSE k.instance_id IS NULL AND k.expires_at > now() END
   ORDER BY k.id DESC LIMIT $5`,
);

/** Signals that came before their instance, the newest first. */
export async function listKeptSignals(
  actor: Actor,
  filters: KeptFilters = {},
): Promise<Result<Page<KeptSignalRow>>> {
  const lacking = refuseSending(actor);
  if (lacking) return lacking;
  const read = readInput(keptFiltersSchema, filters);
  if (!read.ok) return read;
  const { definition = null, state, cursor, limit } = read.value;
  const after = readCursor(cursor, 'kept-signals', 1);
  if (!after.ok) return after;
  const [before = 'ffffffff-ffff-ffff-ffff-ffffffffffff'] = after.value ?? [];
  if (!isUuid(before)) return refuse('invalid', 'This cursor is damaged.');
  const rows = await readTenant<KeptSignalRow>(appPool(), actor.tenantId, listed, [
    definition,
    before,
    state,
    limit + 1,
  ]);
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return done({ items, next: last ? writeCursor('kept-signals', [last.key]) : null });
}
