import { useTranslations } from 'next-intl';
import { TextLink } from '@/components/ui/text-link';
import type { LiveState } from '@/lib/definitions/schema';
import { type Comparison, statesTouched } from '@/lib/engine/definition/compare';

/** How many live instances stand in each step that is changed or gone. */
export function ImpactList({
  comparison,
  live,
  address,
}: {
  comparison: Comparison;
  live: readonly LiveState[];
  /** The instances that stand in a step. */
  address?: (state: string) => string;
}) {
  const t = useTranslations('comparison');
  const touched = new Set(statesTouched(comparison));
  const concerned = live.filter(({ state }) => touched.has(state));
  if (concerned.length === 0) return <p className="text-base text-muted">{t('impactNone')}</p>;
  const names = new Map(comparison.steps.map(({ key, name }) => [key, name]));
  return (
    <>
      <p className="text-base text-muted">{t('impactText')}</p>
      <ul className="mt-2 flex flex-col gap-1 text-base">
        {concerned.map(({ state, instances }) => (
          <li key={state}>
            {names.get(state) ?? state}:{' '}
            {address ? (
              <TextLink href={address(state)}>{t('instances', { count: instances })}</TextLink>
            ) : (
              t('instances', { count: instances })
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
