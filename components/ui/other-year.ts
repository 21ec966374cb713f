/**
 * The year of a day, for `format.dateTime`: said where it is not the present one, since without it everybody takes a day to be
 * of this year.
 */
export function otherYear(at: Date, now: number, timeZone: string): { year?: 'numeric' } {
  const face = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone });
  return face.format(at) === face.format(now) ? {} : { year: 'numeric' };
}
