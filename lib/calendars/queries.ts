import { forTenant } from '@/lib/database/client';
import { addBusinessTime, businessSecondsBetween } from '@/lib/engine/deadlines/business-time';
import type { Calendar } from '@/lib/engine/deadlines/calendar';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { type Result, done, refuse, refuseFields } from '@/lib/people/refusal';
import { countryChoices } from './holidays';
import {
  calculateSchema,
  type Calculate,
  type Calculated,
  type CalendarRow,
  type CalendarVersionRow,
  type Country,
} from './schema';
import { type CalendarContent, calendarOf, holidaysIn } from './value';

type Stored = {
  readonly key: string;
  readonly name: string;
  readonly version: number;
  readonly content: unknown;
  readonly createdAt: Date;
  readonly createdByName: string;
};

/** The tenant's calendars as they are in force, by name. */
export async function listCalendars(actor: Actor): Promise<Result<readonly CalendarRow[]>> {
  const lacking = lacks(actor, 'definitions.read');
  if (lacking) return lacking;
  const rows = await forTenant(actor.tenantId).calendarVersion.findMany({
    distinct: ['key'],
    orderBy: [{ key: 'asc' }, { version: 'desc' }],
  });
  return done(rows.map(calendarRow).sort((left, right) => left.name.localeCompare(right.name)));
}

/** A calendar as it is in force. */
export async function getCalendar(actor: Actor, key: string): Promise<Result<CalendarRow>> {
  const found = await stored(actor, key);
  return found.ok ? done(calendarRow(found.value)) : found;
}

/** Who changed a calendar and when, the newest first. */
export async function listCalendarVersions(
  actor: Actor,
  key: string,
): Promise<Result<readonly CalendarVersionRow[]>> {
  const found = await stored(actor, key);
  if (!found.ok) return found;
  const rows = await forTenant(actor.tenantId).calendarVersion.findMany({
    where: { key },
    orderBy: { version: 'desc' },
    take: 200,
  });
  return done(
    rows.map(({ version, name, createdAt, createdByName }) => ({
      version,
      name,
      changedAt: createdAt.toISOString(),
      changedBy: createdByName,
    })),
  );
}

/** When a business duration ends that begins at an instant, in the calendar as it is in force. */
export async function calculate(actor: Actor, key: string, question: Calculate): Promise<Result<Calculated>> {
  const found = await stored(actor, key);
  if (!found.ok) return found;
  const read = readInput(calculateSchema, question);
  if (!read.ok) return read;
  return answer(calendarOf(found.value, found.value.content as CalendarContent), read.value);
}

/** The countries whose holidays a calendar can follow; the states of one, or the regions of a state. */
export function listCountries(
  actor: Actor,
  within?: { readonly country: string; readonly state?: string },
): Result<readonly Country[]> {
  return lacks(actor, 'definitions.read') ?? done(countryChoices(actor.locale, within));
}

/** The answer of a calendar to a question that has been checked. */
export function answer(calendar: Calendar, { from, duration }: Calculate): Result<Calculated> {
  const back = duration.startsWith('-');
  const end = addBusinessTime(from, back ? duration.slice(1) : duration, calendar, { back });
  if (!end.ok) return refuseFields([{ path: '/duration', message: end.message }]);
  const { at, skipped } = end;
  const workingSeconds = businessSecondsBetween(from, at, calendar);
  return done({ at, timeZone: calendar.timeZone, workingSeconds, skipped: [...skipped] });
}

/** A row as people read it. */
export function calendarRow({ key, name, version, content, createdAt, createdByName }: Stored): CalendarRow {
  const kept = content as CalendarContent;
  return {
    key,
    name,
    version,
    timeZone: kept.timeZone,
    inAssigneeZone: kept.inAssigneeZone,
    week: kept.week.map((hours) => hours.map(({ from, to }) => ({ from, to }))),
    country: kept.country,
    own: [...kept.own],
    holidays: holidaysIn(kept),
    knownUntil: kept.knownUntil,
    changedAt: createdAt.toISOString(),
    changedBy: createdByName,
  };
}

async function stored(actor: Actor, key: string): Promise<Result<Stored>> {
  const lacking = lacks(actor, 'definitions.read');
  if (lacking) return lacking;
  const row = await forTenant(actor.tenantId).calendarVersion.findFirst({
    where: { key },
    orderBy: { version: 'desc' },
  });
  return row ? done(row) : refuse('not_found', 'There is no such calendar.', {});
}
