import { getTranslations } from 'next-intl/server';
import { signedIn } from '@/app/_components/signed-in';
import { MissingPage } from '@/components/shell/missing-page';
import { ListLink } from '@/components/tasks/list-link';

/** A task that is not there, or not for this person; the list beside it stays. */
export default async function TaskNotFound() {
  const [t, account] = await Promise.all([getTranslations('task'), signedIn()]);
  return (
    <MissingPage
      title={t('notFoundTitle')}
      text={t('notFoundText')}
      account={account}
      className="h-full min-h-96 justify-center"
    >
      <ListLink />
    </MissingPage>
  );
}
