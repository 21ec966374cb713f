import { forTenant } from '@/lib/database/client';
import type { JsonObject } from '@/lib/engine/json';
import { readCursor, writeCursor } from '@/lib/http/cursor';
import type { Page } from '@/lib/http/page';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { type AuditEntryRow, type AuditFilters, auditFiltersSchema } from './schema';

/** The audit log, the newest entries first. */
export async function listAudit(
  actor: Actor,
  filters: AuditFilters = {},
): Promise<Result<Page<AuditEntryRow>>> {
  const lacking = lacks(actor, 'people.manage');
  if (lacking) return lacking;
  const read = readInput(auditFiltersSchema, filters);
  if (!read.ok) return read;
  const { cursor, limit, q, actor: actorId, action, subject } = read.value;
  const after = readCursor(cursor, 'audit', 1);
  if (!after.ok) return after;
  const [before] = after.value ?? [];
  if (before !== undefined && !isUuid(before)) return refuse('invalid', 'This cursor is damaged.');
  const rows = await forTenant(actor.tenantId).auditEntry.findMany({
    where: {
      ...(before !== undefined && { id: { lt: before } }),
      ...(actorId && { actorId }),
      ...(action && { action }),
      ...(subject && { subject }),
      ...(q && {
        OR: [
          { actorName: { contains: q, mode: 'insensitive' } },
          { subject: { contains: q, mode: 'insensitive' } },
        ],
      }),
    },
    orderBy: { id: 'desc' },
    take: limit + 1,
  });
  const items = rows.slice(0, limit).map((row) => ({
    id: row.id,
    occurredAt: row.occurredAt.toISOString(),
    actor: { id: row.actorId, name: row.actorName },
    action: row.action,
    subject: row.subject,
    data: row.data as JsonObject,
  }));
  const last = rows.length > limit ? items.at(-1) : undefined;
  return done({ items, next: last ? writeCursor('audit', [last.id]) : null });
}
