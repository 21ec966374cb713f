import { writeAudit } from '@/lib/audit/entry';
import { inTenant } from '@/lib/database/client';
import type { Prisma } from '@/lib/database/generated/client';
import { keySchema } from '@/lib/engine/definition/primitives';
import type { JsonObject } from '@/lib/engine/json';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { type Result, done, refuse, refuseFields } from '@/lib/people/refusal';
import { isCountrySet } from './holidays';
import { calendarRow } from './queries';
import { type CalendarRow, type PutCalendar, putCalendarSchema } from './schema';
import { contentOf } from './value';

/**
 * Makes a calendar, or a new version of it: what is computed from now on counts by it, and what was computed before stays as
 * it is. Saving one again also takes over what the library has learnt of its country's holidays.
 * @param version the one that the change was made from: 0 for a new calendar, null for whatever is in force
 */
export async function putCalendar(
  actor: Actor,
  key: string,
  input: PutCalendar,
  version: number | null = null,
): Promise<Result<CalendarRow>> {
  const lacking = lacks(actor, 'people.manage');
  if (lacking) return lacking;
  const readKey = readInput(keySchema, key);
  if (!readKey.ok) return readKey;
  const read = readInput(putCalendarSchema, input);
  if (!read.ok) return read;
  const { name, ...settings } = read.value;
  if (settings.country && !isCountrySet(settings.country)) {
    return refuseFields([{ path: '/country', message: 'there is no such country, state or region' }]);
  }
  const content = contentOf(settings, new Date().getUTCFullYear());
  return inTenant(actor.tenantId, async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`calendar:${actor.tenantId}:${key}`}, 0))`;
    const last = await tx.calendarVersion.findFirst({ where: { key }, orderBy: { version: 'desc' } });
    const before = last?.version ?? 0;
    if (version !== null && version !== before) return stale(before, last?.createdByName ?? null);
    const row = await tx.calendarVersion.create({
      data: {
        tenantId: actor.tenantId,
        key,
        version: before + 1,
        name,
        content: content as unknown as Prisma.InputJsonValue,
        createdBy: actor.personId,
        createdByName: actor.name,
      },
    });
    await writeAudit(tx, actor, {
      action: 'calendar_put',
      subject: `calendar:${key}`,
      data: { name, version: row.version, ...(settings as unknown as JsonObject) },
    });
    return done(calendarRow(row));
  });
}

function stale(version: number, by: string | null) {
  const message =
    by === null
      ? 'There is no such calendar yet.'
      : `${by} has changed this calendar meanwhile (version ${version}). Read it again and make your change there.`;
  return refuse('stale', message, { version, by });
}
