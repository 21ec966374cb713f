import Holidays from 'date-holidays';
import { Temporal } from 'temporal-polyfill';
import type { Country, CountrySet } from './schema';

type Holiday = { readonly date: string; readonly name: string };

/** Years after the present one whose holidays a version of a calendar has. */
const yearsAhead = 15;
const day = 86_400_000;

/** The public holidays of a country set for last year and the next fifteen, by date, and the last date that they cover. */
export function holidaysOf(
  { country, state, region }: CountrySet,
  thisYear: number,
): { readonly holidays: readonly Holiday[]; readonly knownUntil: string } {
  const set = new Holidays();
  set.init(country, state ?? '', region ?? '');
  const found = new Map<string, string>();
  for (let year = thisYear - 1; year <= thisYear + yearsAhead; year += 1) {
    for (const holiday of set.getHolidays(year)) {
      if (holiday.type !== 'public') continue;
      for (const date of datesOf(holiday)) if (!found.has(date)) found.set(date, holiday.name);
    }
  }
  const holidays = [...found].map(([date, name]) => ({ date, name }));
  holidays.sort((left, right) => (left.date < right.date ? -1 : 1));
  return { holidays, knownUntil: `${thisYear + yearsAhead}-12-31` };
}

/**
 * Countries by name; within one, its states; within one of those, its regions.
 * @param locale whose names countries have; states and regions have the names that they have themselves
 */
export function countryChoices(locale: string, within?: Pick<CountrySet, 'country' | 'state'>): Country[] {
  const set = new Holidays();
  const codes: Record<string, string> | undefined = !within
    ? set.getCountries('en')
    : within.state
      ? set.getRegions(within.country, within.state)
      : set.getStates(within.country);
  const countries = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
  return Object.entries(codes ?? {})
    .map(([code, name]) => ({ code, name: within ? name : (countries.of(code) ?? name) }))
    .sort((left, right) => left.name.localeCompare(right.name, locale));
}

/** True where there is such a country, and such a state and region of it. */
export function isCountrySet({ country, state, region }: CountrySet): boolean {
  const has = (choices: readonly Country[], code: string) => choices.some((choice) => choice.code === code);
  if (!has(countryChoices('en'), country)) return false;
  if (state === undefined) return region === undefined;
  if (!has(countryChoices('en', { country }), state)) return false;
  return region === undefined || has(countryChoices('en', { country, state }), region);
}

/** The dates of a holiday. One that begins at sunset is that of the next day; one of an afternoon is no day off. */
function datesOf({ date, start, end }: { date: string; start: Date; end: Date }): string[] {
  const days = Math.round((end.getTime() - start.getTime()) / day);
  if (days < 1) return [];
  const eve = Number(date.slice(11, 13)) >= 12 ? 1 : 0;
  const first = Temporal.PlainDate.from(date.slice(0, 10)).add({ days: eve });
  return Array.from({ length: days }, (_, index) => first.add({ days: index }).toString());
}
