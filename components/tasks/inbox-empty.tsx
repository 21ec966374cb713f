import { AlarmClock, CheckCheck, Hourglass, Inbox, SearchX, UserRoundCheck, UsersRound } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import type { InboxQuery, TaskCounts } from '@/lib/inbox/schema';
import { inboxAddress, isNarrowed, usualQuery } from './inbox-address';

/** Why the list is empty, and where to go instead. */
export function InboxEmpty({ query, counts }: { query: InboxQuery; counts: TaskCounts }) {
  const t = useTranslations('inbox.empty');
  const { view, q } = query;
  if (isNarrowed(query)) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={q === undefined ? t('noneMatches') : t('noMatch', { words: q })}
        description={t(q === undefined ? 'noneMatchesText' : 'noMatchText')}
        action={<LinkButton href={inboxAddress(usualQuery(view))}>{t('clear')}</LinkButton>}
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
          <LinkButton variant="primary" href={inboxAddress(usualQuery('groups'))}>
            {t('seeGroups')}
          </LinkButton>
        }
      />
    );
  }
  return <EmptyState icon={icons[view]} title={t(view)} description={t(`${view}Text`)} />;
}

const icons = {
  mine: <Inbox aria-hidden />,
  groups: <Inbox aria-hidden />,
  all: <Inbox aria-hidden />,
  acting: <UserRoundCheck aria-hidden />,
  snoozed: <AlarmClock aria-hidden />,
  waiting: <Hourglass aria-hidden />,
  done: <CheckCheck aria-hidden />,
} as const;
