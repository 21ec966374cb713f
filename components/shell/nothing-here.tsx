import { useTranslations } from 'next-intl';
import { type Account, MissingPage } from '@/components/shell/missing-page';
import { LinkButton } from '@/components/ui/link-button';

/** What is not there and what one may not see look the same. */
export function NothingHere({ account }: { account: Account | null }) {
  const t = useTranslations('errors');
  return (
    <MissingPage
      title={t('notFoundTitle')}
      text={t('notFoundText')}
      account={account}
      className="min-h-[70dvh] justify-center"
    >
      <LinkButton href="/">{t('home')}</LinkButton>
    </MissingPage>
  );
}
