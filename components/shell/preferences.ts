/** What a person chose about the frame, kept in cookies so that the server's first picture is already right. */

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const themeCookie = 'interlock_theme';
export const railCookie = 'interlock_rail';
export const keysCookie = 'interlock_keys';

/** Seconds for which a preference is kept: a year. */
const keptFor = 365 * 24 * 60 * 60;

/** The theme in a cookie's value; anything unknown means like the system. */
export function parseTheme(value: string | undefined): Theme {
  return themes.find((theme) => theme === value) ?? 'system';
}

/** Writes a preference from the browser. */
export function rememberPreference(cookie: string, value: string): void {
  document.cookie = `${cookie}=${value}; path=/; max-age=${keptFor}; samesite=lax`;
}
