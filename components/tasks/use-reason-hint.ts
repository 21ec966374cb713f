import { useFormatter, useTranslations } from 'next-intl';
import { useQuoted } from '@/components/ui/quoted';
import type { Outcome } from '@/lib/engine/definition/step-schema';

/** For which outcomes a reason is needed, in words; undefined where for none. */
export function useReasonHint(outcomes: readonly Outcome[]): string | undefined {
  const t = useTranslations('task');
  const format = useFormatter();
  const quoted = useQuoted();
  const needed = outcomes.filter(({ reason }) => reason === 'required');
  if (needed.length === 0) return undefined;
  if (needed.length === outcomes.length) return t('reasonNeeded');
  return t('reasonNeededFor', {
    outcomes: format.list(
      needed.map(({ name }) => quoted(name)),
      { type: 'conjunction' },
    ),
  });
}
