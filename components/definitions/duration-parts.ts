/** The units in which a definition counts time. */
export type DurationUnit =
  'years' | 'months' | 'weeks' | 'days' | 'hours' | 'minutes' | 'seconds' | 'businessDays' | 'businessHours';
export type DurationPart = { readonly unit: DurationUnit; readonly count: number };

const dateUnits: Readonly<Record<string, DurationUnit>> = {
  Y: 'years',
  M: 'months',
  W: 'weeks',
  D: 'days',
  BD: 'businessDays',
};
const timeUnits: Readonly<Record<string, DurationUnit>> = {
  H: 'hours',
  M: 'minutes',
  S: 'seconds',
  BH: 'businessHours',
};

/** An ISO 8601 duration (`P1DT2H`), or one of business time (`P3BD`, `PT4BH`), as counts of units; empty where it is none. */
export function durationParts(duration: string): readonly DurationPart[] {
  const [date = '', time = ''] = duration.replace(/^P/, '').split('T');
  return [...partsOf(date, dateUnits), ...partsOf(time, timeUnits)];
}

function partsOf(text: string, units: Readonly<Record<string, DurationUnit>>): DurationPart[] {
  return [...text.matchAll(/(\d+(?:\.\d+)?)(B?[A-Z])/g)].flatMap(([, count, unit]) => {
    const known = units[unit ?? ''];
    return known ? [{ unit: known, count: Number(count) }] : [];
  });
}
