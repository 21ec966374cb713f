import { useFormatter } from 'next-intl';

const units = ['B', 'kB', 'MB', 'GB'] as const;

/** A number of bytes as people read it: `340 B`, `1.2 MB`. Decimal units, as file managers show them. */
export function useSizeText(): (bytes: number) => string {
  const format = useFormatter();
  return (bytes) => {
    let value = bytes;
    let unit = 0;
    while (value >= 999.5 && unit < units.length - 1) {
      value /= 1000;
      unit += 1;
    }
    const digits = unit > 0 && value < 10 ? 1 : 0;
    const number = format.number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    return `${number} ${units[unit] ?? 'B'}`;
  };
}
