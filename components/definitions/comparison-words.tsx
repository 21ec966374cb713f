import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Panel } from '@/components/ui/card';
import type { Change, Comparison, Difference } from '@/lib/engine/definition/compare';
import { changeTones } from './change-tones';
import { useDurationWords } from './duration-words';
import { settingWords } from './setting-words';

/** The differences of two versions in words: elements, and in each of them setting by setting, before and after. */
export function ComparisonWords({ comparison }: { comparison: Comparison }) {
  const t = useTranslations('comparison');
  const { steps, transitions, settings } = comparison;
  return (
    <div className="flex flex-col gap-5">
      <Elements title={t('steps')} changes={steps} />
      <Elements title={t('transitions')} changes={transitions} />
      {settings.length > 0 ? (
        <Panel title={t('settings')}>
          <Differences differences={settings} />
        </Panel>
      ) : null}
    </div>
  );
}

function Elements({ title, changes }: { title: string; changes: readonly Change[] }) {
  const t = useTranslations('comparison');
  if (changes.length === 0) return null;
  return (
    <Panel title={title}>
      <ul className="flex flex-col gap-4">
        {changes.map(({ kind, key, name, differences }) => (
          <li key={`${kind}:${key}`}>
            <p className="flex flex-wrap items-center gap-2 text-base font-semibold">
              {name} <Badge tone={changeTones[kind]}>{t(`kinds.${kind}`)}</Badge>
            </p>
            {differences.length > 0 ? (
              <div className="mt-1">
                <Differences differences={differences} />
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Differences({ differences }: { differences: readonly Difference[] }) {
  const t = useTranslations('comparison');
  const durationWords = useDurationWords();
  return (
    <dl className="flex flex-col gap-1.5 text-sm">
      {differences.map(({ aspect, setting, before, after }, index) => (
        <div key={`${index}:${setting}`} className="grid gap-x-3 sm:grid-cols-[14rem_minmax(0,1fr)]">
          <dt className="text-muted wrap-anywhere">
            {t(`aspects.${aspect}`)} <code className="font-mono text-xs">{setting}</code>
          </dt>
          <dd className="min-w-0 wrap-anywhere">
            {before === undefined ? (
              <span className="text-muted">{t('nothing')}</span>
            ) : (
              <del className="text-danger-ink">{settingWords(before, durationWords)}</del>
            )}{' '}
            →{' '}
            {after === undefined ? (
              <span className="text-muted">{t('nothing')}</span>
            ) : (
              <ins className="text-positive-ink no-underline">{settingWords(after, durationWords)}</ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
