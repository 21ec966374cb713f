import {
  AlarmClock,
  CheckCheck,
  Hourglass,
  Layers,
  UserRound,
  UserRoundCheck,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import { useTranslations } from 'next-intl';
import { HiddenViews, HideButton, useFocusAfterHiding } from '@/components/saved-views/hiding';
import { classNames } from '@/components/ui/class-names';
import { TabLinks } from '@/components/ui/tab-links';
import type { InboxQuery, SavedView, TaskCounts, View } from '@/lib/inbox/schema';
import { inboxAddress, queryKey, usualQuery } from './inbox-address';
import { countedTo, countText } from './count-text';
import { RailLink } from './rail-link';

const icons: Readonly<Record<View, LucideIcon>> = {
  mine: UserRound,
  groups: UsersRound,
  acting: UserRoundCheck,
  snoozed: AlarmClock,
  waiting: Hourglass,
  done: CheckCheck,
  all: Layers,
};

export type InboxViewsProps = {
  views: readonly View[];
  counts: TaskCounts;
  query: InboxQuery;
  look: 'rail' | 'tabs';
  /** Shown beside the views where there is no rail for them. */
  saved?: readonly SavedView[];
};

/** The views of the inbox with how many tasks each has. */
export function InboxViews({ views, counts, query, look, saved = [] }: InboxViewsProps) {
  const t = useTranslations('inbox.views');
  const tabs = useFocusAfterHiding<HTMLDivElement>(saved);
  const listed = saved.filter((view) => !view.hidden);
  const keptAs = listed.find((view) => queryKey(view.query) === queryKey(query));
  const items = views.map((view) => ({
    view,
    label: t(view),
    href: inboxAddress(usualQuery(view)),
    count: view === 'all' ? undefined : counts[view],
    current: view === query.view && keptAs === undefined,
  }));
  if (look === 'tabs') {
    const kept = listed.map((view) => ({
      label: view.name,
      href: inboxAddress(view.query),
      count: view.count ?? undefined,
      current: view === keptAs,
    }));
    const counted = [...items, ...kept].map(({ count, ...item }) => ({
      ...item,
      ...(count !== undefined && { count: countText(count) }),
    }));
    const hidden = saved.filter((view) => view.hidden);
    const hideable = keptAs !== undefined && !keptAs.own;
    return (
      <div ref={tabs}>
        <TabLinks label={t('label')} items={counted} />
        {hideable || hidden.length > 0 ? (
          <div className="flex flex-wrap gap-2 pt-2">
            {hideable ? <HideButton view={keptAs} /> : null}
            <HiddenViews views={hidden} />
          </div>
        ) : null}
      </div>
    );
  }
  return (
    <ul className="flex flex-col gap-0.5">
      {items.map(({ view, current, ...item }) => {
        const Icon = icons[view];
        return (
          <li key={view} className="flex">
            <RailLink
              {...item}
              current={current}
              mark={<Icon aria-hidden className={classNames('size-4', current && 'text-accent-ink')} />}
            />
          </li>
        );
      })}
      {counts.overdue > 0 ? (
        <li className="mt-2 px-2 text-xs font-medium text-danger-ink">
          {t('overdue', { count: Math.min(counts.overdue, countedTo) })}
        </li>
      ) : null}
    </ul>
  );
}
