import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/banner';
import type { InstanceDetail } from '@/lib/instances/schema';

/** Says that the instance is being cancelled and what that waits for; its status alone still says that it runs. */
export function EndingBanner({ detail: { ending, closedAt } }: { detail: InstanceDetail }) {
  const t = useTranslations('instance.ending');
  if (ending?.by !== 'grace' || closedAt !== null) return null;
  return (
    <Banner tone="caution" shape="waiting" className="mb-5" title={t('graceTitle')}>
      {t('graceText')} {ending.reason}
    </Banner>
  );
}
