import { addBusinessTime } from '@/lib/engine/deadlines/business-time';
import { inZoneOf } from '@/lib/engine/deadlines/calendar';
import { addDuration, isBusinessDuration } from '@/lib/engine/deadlines/duration';
import type { JsonObject } from '@/lib/engine/json';
import type { Draft } from './draft';

/** An instant that was computed, and what from: the basis stands in the event and is shown to people. */
export type Counted =
  | { readonly ok: true; readonly at: string; readonly basis: JsonObject }
  | { readonly ok: false; readonly message: string };

/** How a duration is counted where its text does not say it. */
type Way = {
  /** Key of the calendar; without one, that of the definition. */
  readonly calendar?: string | undefined;
  /** Zone of the one person whose task it is: a calendar may follow it. */
  readonly zone?: string | undefined;
  readonly back?: boolean;
  /** It is counted from a deadline, not from something that begins: see `addBusinessTime`. */
  readonly closing?: boolean;
};

/**
 * The instant at the end of a duration (DESIGN 10). A calendar counts business time, and its zone is the one in which days of
 * other durations begin; without a calendar the tenant's zone is.
 */
export function countTime(draft: Draft, from: string, duration: string, way: Way = {}): Counted {
  const { env, compiled } = draft;
  const { back = false, closing = back } = way;
  const key = way.calendar ?? compiled.definition.calendar;
  if (key === undefined) {
    const { timeZone = 'UTC' } = env;
    const end = addDuration(from, duration, timeZone, back ? -1 : 1);
    return end.ok ? { ...end, basis: { duration, from, timeZone } } : end;
  }
  const named = env.calendars?.[key];
  if (!named) return { ok: false, message: `There is no calendar ${key}.` };
  const calendar = inZoneOf(named, way.zone);
  const { name, version, timeZone } = calendar;
  const basis = { duration, from, timeZone, calendar: { key, name, version } };
  if (!isBusinessDuration(duration)) {
    const end = addDuration(from, duration, timeZone, back ? -1 : 1);
    return end.ok ? { ...end, basis } : end;
  }
  const end = addBusinessTime(from, duration, calendar, { back, closing });
  if (!end.ok) return end;
  const { at, skipped } = end;
  return { ok: true, at, basis: skipped.length > 0 ? { ...basis, skipped } : basis };
}
