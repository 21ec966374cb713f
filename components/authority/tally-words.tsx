import { useFormatter, useTranslations } from 'next-intl';
import { SegmentMeter } from '@/components/ui/segment-meter';
import type { TaskDetail } from '@/lib/tasks/schema';

/** More pieces would say nothing at a glance. */
const mostPieces = 8;

/** How the votes of several people stand, and what could still decide the task. Nothing where one person decides. */
export function TallyWords({ tally }: { tally: TaskDetail['tally'] }) {
  const t = useTranslations('authority.tally');
  const format = useFormatter();
  const { required, of, given, missing, open, veto, allMustAnswer } = tally;
  if (required === 1 && of === null) return null;
  const answers = given.positive + given.negative + given.neutral;
  return (
    <div role="status" aria-label={t('label')} className="mt-2 text-sm text-muted">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {required <= mostPieces ? <SegmentMeter done={given.positive} of={required} /> : null}
        <span className="font-medium text-ink tabular-nums">
          {t('given', { positive: given.positive, required })}
        </span>
        {given.negative > 0 ? <span>{t('against', { count: given.negative })}</span> : null}
        {given.neutral > 0 ? <span>{t('neither', { count: given.neutral })}</span> : null}
        {of === null ? null : <span>{t('of', { answers, of })}</span>}
        {allMustAnswer ? <span>{t('allMustAnswer')}</span> : null}
        {veto ? <span>{t('veto')}</span> : null}
      </p>
      {open.length > 0 && answers > 0 ? (
        <p className="mt-0.5">
          {t('open', {
            ways: format.list(
              open.map(({ outcomeName, votes }) => t('way', { outcome: outcomeName, votes })),
              { type: 'disjunction' },
            ),
            missing: missing ?? 0,
          })}
        </p>
      ) : null}
    </div>
  );
}
