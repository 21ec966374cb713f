import {
  CheckCheck,
  Hourglass,
  Layers,
  UserRoundCheck,
  UserRound,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { classNames } from '@/components/ui/class-names';
import { TabLinks } from '@/components/ui/tab-links';
import type { InboxQuery, TaskCounts, View } from '@/lib/inbox/schema';
import { inboxAddress, usualQuery } from './inbox-address';

const icons: Readonly<Record<View, LucideIcon>> = {
  mine: UserRound,
  groups: UsersRound,
  acting: UserRoundCheck,
  waiting: Hourglass,
  done: CheckCheck,
  all: Layers,
};

export type InboxViewsProps = {
  views: readonly View[];
  counts: TaskCounts;
  query: InboxQuery;
  look: 'rail' | 'tabs';
};

/** Counting stops here. */
const countedTo = 1000;

/** The views of the inbox with how many tasks each has. */
export function InboxViews({ views, counts, query, look }: InboxViewsProps) {
  const t = useTranslations('inbox.views');
  const items = views.map((view) => ({
    view,
    label: t(view),
    href: inboxAddress(usualQuery(view)),
    count: view === 'all' ? undefined : counts[view],
    current: view === query.view,
  }));
  if (look === 'tabs') return <TabLinks label={t('label')} items={items} />;
  return (
    <ul className="flex flex-col gap-0.5">
      {items.map(({ view, label, href, count, current }) => {
        const Icon = icons[view];
        return (
          <li key={view} className={view === 'done' ? 'mt-3 border-t border-line pt-3' : undefined}>
            <Link
              href={href}
              aria-current={current ? 'page' : undefined}
              className={classNames(
                'flex h-9 items-center gap-2 rounded-md px-2 text-sm font-medium transition-colors pointer-coarse:h-11',
                current
                  ? 'bg-surface text-ink shadow-control ring-1 ring-line'
                  : 'text-muted hover:bg-hover hover:text-ink',
              )}
            >
              <Icon aria-hidden className={classNames('size-4', current && 'text-accent-ink')} />
              <span className="flex-1 truncate">{label}</span>
              {count ? (
                <span className="text-xs text-muted tabular-nums">
                  <span aria-hidden>{count < countedTo ? count : `${countedTo - 1}+`}</span>
                  <span className="sr-only">{t('count', { count })}</span>
                </span>
              ) : null}
            </Link>
          </li>
        );
      })}
      {counts.overdue > 0 ? (
        <li className="mt-3 px-2 text-xs font-medium text-danger-ink">
          {t('overdue', { count: counts.overdue })}
        </li>
      ) : null}
    </ul>
  );
}
