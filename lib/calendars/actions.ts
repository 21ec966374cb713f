'use server';

import { revalidatePath } from 'next/cache';
import type { Result } from '@/lib/people/refusal';
import { requireActor } from '@/lib/session/session';
import { putCalendar } from './commands';
import { calculate, listCountries } from './queries';
import type { Calculate, Calculated, CalendarRow, Country, PutCalendar } from './schema';

/** Makes a calendar (`version` 0), or a new version of it. */
export async function putCalendarAction(
  key: string,
  calendar: PutCalendar,
  version: number,
): Promise<Result<CalendarRow>> {
  const result = await putCalendar(await requireActor(), key, calendar, version);
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}

/** When a business duration ends in a calendar. */
export async function calculateAction(key: string, question: Calculate): Promise<Result<Calculated>> {
  return calculate(await requireActor(), key, question);
}

/** The states of a country. */
export async function listStatesAction(country: string): Promise<Result<readonly Country[]>> {
  return listCountries(await requireActor(), { country });
}
