import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/banner';
import type { Change } from './use-change';

/** What is wrong with a change as a whole; nothing while nothing is. */
export function Problem({ change: { problem } }: { change: Pick<Change, 'problem'> }) {
  const t = useTranslations('ui');
  if (problem === null) return null;
  return (
    <Banner tone="danger" title={t('changeRefused')} live>
      {problem}
    </Banner>
  );
}
