import { CheckCheck, Inbox, SearchX, UsersRound } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import type { TaskCounts } from '@/lib/tasks/schema';
import { inboxAddress, type InboxQuery, usualSort } from './inbox-address';

/** Why the list is empty, and where to go instead. */
export function InboxEmpty({ query, counts }: { query: InboxQuery; counts: TaskCounts }) {
  const t = useTranslations('inbox.empty');
  const { view, q } = query;
  if (q !== '') {
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={t('noMatch', { words: q })}
        description={t('noMatchText')}
        action={
          <LinkButton href={inboxAddress({ view, sort: usualSort(view), q: '' })}>{t('clear')}</LinkButton>
        }
      />
    );
  }
  if (view === 'mine' && counts.groups > 0) {
    return (
      <EmptyState
        icon={<UsersRound aria-hidden />}
        title={t('mine')}
        description={t('groupsWait', { count: counts.groups })}
        action={
          <LinkButton variant="primary" href={inboxAddress({ view: 'groups', sort: 'due', q: '' })}>
            {t('seeGroups')}
          </LinkButton>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={view === 'done' ? <CheckCheck aria-hidden /> : <Inbox aria-hidden />}
      title={t(view)}
      description={t(`${view}Text`)}
    />
  );
}
