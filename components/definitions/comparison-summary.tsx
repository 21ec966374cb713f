import { useTranslations } from 'next-intl';
import type { LiveState } from '@/lib/definitions/schema';
import { type Comparison, isSame } from '@/lib/engine/definition/compare';
import { ImpactList } from './impact-list';

/** In a few lines before publishing: how much differs from the active version, and whom that concerns. */
export function ComparisonSummary({
  comparison,
  live,
}: {
  comparison: Comparison;
  live: readonly LiveState[];
}) {
  const t = useTranslations('comparison');
  const { steps, transitions, settings } = comparison;
  return (
    <section aria-label={t('impact')} className="mb-4">
      {isSame(comparison) ? (
        <p className="text-base text-muted">{t('unchanged')}</p>
      ) : (
        <>
          <p className="text-base">
            {t('summary', { steps: steps.length, transitions: transitions.length })}
            {t('settingsToo', { count: settings.length })}.
          </p>
          <div className="mt-2">
            <ImpactList comparison={comparison} live={live} />
          </div>
        </>
      )}
    </section>
  );
}
