const units = ['B', 'kB', 'MB', 'GB'] as const;

/** A number of bytes as people read it: `340 B`, `1.2 MB`. Decimal units, as file managers show them. */
export function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit] ?? 'B'}`;
}
