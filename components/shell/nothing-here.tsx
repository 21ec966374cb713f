import { Compass } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';

/** What is not there and what one may not see look the same. */
export function NothingHere() {
  const t = useTranslations('errors');
  return (
    <EmptyState
      icon={<Compass aria-hidden />}
      title={t('notFoundTitle')}
      description={t('notFoundText')}
      action={<LinkButton href="/">{t('home')}</LinkButton>}
      className="min-h-[70dvh] justify-center"
    />
  );
}
