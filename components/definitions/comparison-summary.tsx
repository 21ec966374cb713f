import { useFormatter, useTranslations } from 'next-intl';
import type { LiveState } from '@/lib/definitions/schema';
import { type Change, type Comparison, isSame } from '@/lib/engine/definition/compare';
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
  const format = useFormatter();
  const { steps, transitions, settings } = comparison;
  const aspects = [...new Set(settings.map(({ aspect }) => t(`aspects.${aspect}`)))];
  if (isSame(comparison)) return <p className="mb-4 text-base text-muted">{t('unchanged')}</p>;
  return (
    <div className="mb-4 flex flex-col gap-4">
      <section aria-label={t('differs')}>
        <h3 className="text-sm font-medium">{t('differs')}</h3>
        <ul className="mt-1.5 flex flex-col gap-1 text-base">
          {[...steps, ...transitions].map(({ kind, key, name }, index) => (
            <Row key={`${index}:${key}`} name={name} kind={kind} />
          ))}
          {settings.length > 0 ? (
            <Row name={`${t('settings')}: ${format.list(aspects)}`} kind="changed" />
          ) : null}
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

function Row({ name, kind }: Pick<Change, 'name' | 'kind'>) {
  const t = useTranslations('comparison');
  return (
    <li className="flex items-start justify-between gap-3">
      <span className="min-w-0 wrap-anywhere">{name}</span>
      <Badge tone={changeTones[kind]} className="shrink-0">
        {t(`kinds.${kind}`)}
      </Badge>
    </li>
  );
}
