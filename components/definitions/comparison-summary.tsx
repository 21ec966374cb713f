import { useTranslations } from 'next-intl';
import type { LiveState } from '@/lib/definitions/schema';
import { type Comparison, isSame } from '@/lib/engine/definition/compare';
import { Badge } from '@/components/ui/badge';
import { TextLink } from '@/components/ui/text-link';
import { changeTones } from './change-tones';
import { ImpactList } from './impact-list';

/** Before publishing: what differs from the active version by its name, and whom that concerns. */
export function ComparisonSummary({
  comparison,
  live,
  definitionKey,
}: {
  comparison: Comparison;
  live: readonly LiveState[];
  definitionKey: string;
}) {
  const t = useTranslations('comparison');
  const { steps, transitions, settings } = comparison;
  if (isSame(comparison)) return <p className="mb-4 text-base text-muted">{t('unchanged')}</p>;
  return (
    <div className="mb-4 flex flex-col gap-4">
      <section aria-label={t('differs')}>
        <h3 className="text-sm font-medium">{t('differs')}</h3>
        <ul className="mt-1.5 flex flex-col gap-1 text-base">
          {[...steps, ...transitions].map(({ kind, key, name }, index) => (
            <li key={`${index}:${key}`} className="flex flex-wrap items-center gap-2">
              <span className="min-w-0 wrap-anywhere">{name}</span>
              <Badge tone={changeTones[kind]}>{t(`kinds.${kind}`)}</Badge>
            </li>
          ))}
          {settings.length > 0 ? <li>{t('settingsDiffer', { count: settings.length })}</li> : null}
        </ul>
        <p className="mt-1.5 text-sm">
          <TextLink href={`/definitions/${definitionKey}/compare`} target="_blank">
            {t('seeAll')}
          </TextLink>
        </p>
      </section>
      <section aria-label={t('impact')}>
        <h3 className="mb-1.5 text-sm font-medium">{t('impact')}</h3>
        <ImpactList comparison={comparison} live={live} />
      </section>
    </div>
  );
}
