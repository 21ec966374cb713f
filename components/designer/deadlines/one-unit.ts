import type { DurationUnit } from '@/components/definitions/duration-parts';

/** The ISO 8601 text that each unit makes of a number. */
const patterns = {
  minutes: ['PT', 'M'],
  hours: ['PT', 'H'],
  businessHours: ['PT', 'BH'],
  days: ['P', 'D'],
  businessDays: ['P', 'BD'],
  weeks: ['P', 'W'],
  months: ['P', 'M'],
  years: ['P', 'Y'],
  seconds: ['PT', 'S'],
} as const satisfies Readonly<Record<DurationUnit, readonly [string, string]>>;

/** The units that one can choose, the likeliest first. */
export const durationUnits = Object.keys(patterns) as readonly DurationUnit[];

/** Those that the clock counts, for what knows no opening hours. */
export const clockUnits = durationUnits.filter((unit) => unit !== 'businessHours' && unit !== 'businessDays');

/** A duration of one number and one unit. */
export type OneUnit = { readonly count: string; readonly unit: DurationUnit };

/** The number and unit of a duration that has one of each; null for any other text. */
export function oneUnit(text: string): OneUnit | null {
  for (const unit of durationUnits) {
    const [before, after] = patterns[unit];
    const count =
      text.startsWith(before) && text.endsWith(after) ? text.slice(before.length, -after.length) : '';
    if (/^(0|[1-9]\d*)$/.test(count)) return { count, unit };
  }
  return null;
}

/** The duration as it is stored. */
export function durationText({ count, unit }: OneUnit): string {
  const [before, after] = patterns[unit];
  return `${before}${count}${after}`;
}

/** Where a rung stands: at its deadline, or so long before or after it. */
export type Offset = { readonly side: 'before' | 'at' | 'after'; readonly duration: string };

/** The offset of a rung (`-P1D`, `PT0S`, `P2BD`) as a person says it. */
export function offsetParts(text: string): Offset {
  if (/^-?PT0S$/.test(text)) return { side: 'at', duration: 'PT0S' };
  return text.startsWith('-')
    ? { side: 'before', duration: text.slice(1) }
    : { side: 'after', duration: text };
}

/** The offset as it is stored. */
export function offsetText({ side, duration }: Offset): string {
  if (side === 'at') return 'PT0S';
  const length = duration === 'PT0S' ? 'P1D' : duration;
  return side === 'before' ? `-${length}` : length;
}
