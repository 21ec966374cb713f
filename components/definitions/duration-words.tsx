import { useFormatter, useTranslations } from 'next-intl';
import { durationParts } from './duration-parts';

/** A definition's durations in words: `P1DT2H` → "1 day and 2 hours". */
export function useDurationWords(): (duration: string) => string {
  const t = useTranslations('definitions.units');
  const format = useFormatter();
  return (duration) => {
    const parts = durationParts(duration).map(({ unit, count }) => t(unit, { count }));
    return parts.length === 0 ? duration : format.list(parts);
  };
}
