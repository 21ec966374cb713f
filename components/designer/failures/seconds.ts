/** A number of seconds as a duration in hours, minutes and seconds, to a tenth of a second: 90 → `PT1M30S`. */
export function durationOfSeconds(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  const parts = [
    [Math.floor(tenths / 36_000), 'H'],
    [Math.floor((tenths % 36_000) / 600), 'M'],
    [(tenths % 600) / 10, 'S'],
  ] as const;
  const text = parts.map(([count, unit]) => (count > 0 ? `${count}${unit}` : '')).join('');
  return `PT${text === '' ? '0S' : text}`;
}
