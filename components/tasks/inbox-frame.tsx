'use client';

import { useTranslations } from 'next-intl';
import { useSearchParams, useSelectedLayoutSegment } from 'next/navigation';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import type { InboxQuery, SavedView, TaskCounts, View } from '@/lib/inbox/schema';
import type { TaskRow } from '@/lib/tasks/schema';
import { inboxAddress, readInboxQuery } from './inbox-address';
import { BulkBar } from './bulk-bar';
import { InboxList } from './inbox-list';
import type { Role } from './saved-view-dialog';
import { SavedViewList } from './saved-view-list';
import { useSelection } from './use-selection';
import { InboxProvider, type Neighbour } from './inbox-context';
import { InboxSearch } from './inbox-search';
import { InboxViews } from './inbox-views';
import { type LoadedTasks, useTaskList } from './use-task-list';

export type InboxFrameProps = {
  /** The list as the server rendered it. */
  initial: LoadedTasks;
  counts: TaskCounts;
  /** The view where the address names none. */
  usualView: View;
  views: readonly View[];
  saved: readonly SavedView[];
  /** With whose holders a view can be shared. */
  roles: readonly Role[];
  /** The reader may delete views that others share. */
  tidies: boolean;
  children: ReactNode;
};

/** The inbox: views, list and task side by side on a desk; one after the other on a phone. */
export function InboxFrame({
  initial,
  counts,
  usualView,
  views,
  saved,
  roles,
  tidies,
  children,
}: InboxFrameProps) {
  const t = useTranslations('inbox');
  const search = useSearchParams();
  const taskId = useSelectedLayoutSegment();
  const pane = useRef<HTMLDivElement>(null);
  // What "no view" means must not change while somebody works, only because the counts do.
  const [fallback] = useState(usualView);
  const query = readInboxQuery(new URLSearchParams(search), fallback);
  const list = useTaskList(query, initial, pane);
  const next = useNext(list.shown, list.current, taskId, query);
  const desk = useScroll(taskId);
  const selection = useSelection(list.shown.map(({ id }) => id));
  const selectable = query.view === 'done' || query.view === 'waiting' ? undefined : selection;

  return (
    <InboxProvider next={next} listHref={inboxAddress(query)}>
      <div className="lg:flex lg:h-[calc(100dvh-3.5rem)]">
        <nav
          aria-label={t('views.label')}
          className="w-54 shrink-0 overflow-y-auto border-r border-line px-2.5 py-4 max-xl:hidden"
        >
          <InboxViews views={views} counts={counts} query={query} look="rail" />
          <SavedViewList saved={saved} query={query} roles={roles} tidies={tidies} />
        </nav>
        <section
          aria-label={t('list')}
          className={classNames(
            'flex min-w-0 flex-col bg-surface lg:w-90 lg:shrink-0 lg:border-r lg:border-line xl:w-96',
            taskId !== null && 'max-lg:hidden',
          )}
        >
          <h1 className="px-4 pt-4 text-xl font-semibold lg:sr-only">{t('title')}</h1>
          <div className="px-4 pt-1 xl:hidden">
            <InboxViews views={views} saved={saved} counts={counts} query={query} look="tabs" />
          </div>
          <InboxSearch key={query.view} query={query} />
          {selectable ? <BulkBar rows={list.shown} selection={selectable} /> : null}
          <div ref={pane} className="relative min-h-0 flex-1 lg:overflow-y-auto">
            <InboxList list={list} query={query} counts={counts} openId={taskId} selection={selectable} />
          </div>
        </section>
        <section
          ref={desk}
          aria-label={t('task')}
          className={classNames(
            'min-w-0 flex-1 bg-surface lg:overflow-y-auto',
            taskId === null && 'max-lg:hidden',
          )}
        >
          {children}
        </section>
      </div>
    </InboxProvider>
  );
}

/**
 * Each task begins at its top, and on a phone, where list and task take turns, the list is found where it was left.
 * @returns the pane of the task
 */
function useScroll(taskId: string | null): RefObject<HTMLElement | null> {
  const desk = useRef<HTMLElement>(null);
  const left = useRef(0);
  useEffect(() => {
    if (taskId !== null) {
      desk.current?.scrollTo({ top: 0 });
      return;
    }
    window.scrollTo({ top: left.current });
    const keep = () => {
      left.current = window.scrollY;
    };
    window.addEventListener('scroll', keep, { passive: true });
    return () => window.removeEventListener('scroll', keep);
  }, [taskId]);
  return desk;
}

/** The task after the open one; when that one has left the list, the one that took its place. */
function useNext(
  shown: readonly TaskRow[],
  current: ReadonlySet<string>,
  openId: string | null,
  query: InboxQuery,
): Neighbour | null {
  const place = useRef(0);
  const at = shown.findIndex(({ id }) => id === openId);
  useEffect(() => {
    if (at >= 0) place.current = at;
  });
  if (openId === null || query.view === 'done') return null;
  const others = [...shown.slice(at + 1), ...shown.slice(0, Math.max(at, 0))];
  const row =
    at >= 0
      ? others.find(({ id }) => id !== openId && current.has(id))
      : (shown[Math.min(place.current, shown.length - 1)] ?? null);
  return row ? { id: row.id, title: row.title, href: inboxAddress(query, row.id) } : null;
}
