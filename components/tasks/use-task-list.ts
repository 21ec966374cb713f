'use client';

import { useRouter } from 'next/navigation';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { stillShown } from '@/components/instances/list-changes';
import { useChanges } from '@/components/shell/use-changes';
import type { InboxQuery } from '@/lib/inbox/schema';
import type { TaskRow } from '@/lib/tasks/schema';
import { listAddress, perPage, queryKey } from './inbox-address';

/** Rows of a list from its beginning, and where its next page begins. */
export type LoadedTasks = {
  readonly query: InboxQuery;
  readonly rows: readonly TaskRow[];
  readonly next: string | null;
};

export type TaskList = {
  /** What is on the screen; it may be behind what is known. */
  readonly shown: readonly TaskRow[];
  /** Ids that are known to belong to the list now. */
  readonly current: ReadonlySet<string>;
  /** How many tasks have come since. */
  readonly arrived: number;
  readonly more: boolean;
  /** `loading` another view; `searching` in the same one, whose rows stay until then; `failed` to do the last of these. */
  readonly state: 'idle' | 'loading' | 'searching' | 'loadingMore' | 'failed';
  readonly showAll: () => void;
  readonly loadMore: () => void;
  readonly retry: () => void;
};

/** Milliseconds between two looks at a tenant that is busy. */
const lookEvery = 1_000;
/** The server's most. */
const mostRows = 200;

/** Rows that have been on the screen: what comes with them again is from the router's memory, and old. */
const seen = new WeakSet<object>();

/**
 * The rows of the inbox. They stay current, but while somebody points at the list, has the focus in it or has scrolled
 * it, no row moves, comes or goes under them: what arrives is counted until they ask for it.
 * @param initial what the server rendered the page with, anew after each refresh
 */
export function useTaskList(
  query: InboxQuery,
  initial: LoadedTasks,
  pane: RefObject<HTMLElement | null>,
): TaskList {
  const router = useRouter();
  const key = queryKey(query);
  const [known, setKnown] = useState(initial);
  const [shown, setShown] = useState(initial.rows);
  const [doing, setDoing] = useState<'idle' | 'loadingMore' | 'failed'>('idle');
  const [attempt, setAttempt] = useState(0);
  const isOther = queryKey(known.query) !== key;
  const latest = useRef({ key, query, known });
  useEffect(() => {
    latest.current = { key, query, known };
  });

  const take = useCallback(
    (fresh: LoadedTasks) => {
      setKnown(fresh);
      setShown((before) => (isInUse(pane.current) ? stillShown(before, fresh.rows) : fresh.rows));
    },
    [pane],
  );

  // Another view, order or search: the server has not rendered it.
  useEffect(() => {
    const { query: asked, known: before } = latest.current;
    if (queryKey(before.query) === key) return;
    const aborter = new AbortController();
    setDoing('idle');
    readPage(asked, { limit: perPage }, aborter.signal).then(
      (page) => {
        setKnown({ query: asked, ...page });
        setShown(page.rows);
        pane.current?.scrollTo({ top: 0 });
      },
      () => aborter.signal.aborted || setDoing('failed'),
    );
    return () => aborter.abort();
  }, [key, pane, attempt]);

  // News from the server: the first page; what was loaded beyond it is read again.
  useEffect(() => {
    const { known: before, key: asked } = latest.current;
    if (queryKey(initial.query) !== asked || initial.rows === before.rows) return;
    const same = queryKey(before.query) === asked;
    const beyond = same ? before.rows.length - initial.rows.length : 0;
    if (initial.next === null || beyond <= 0) return take(initial);
    const aborter = new AbortController();
    const rest = { cursor: initial.next, limit: Math.min(beyond, mostRows) };
    readPage(initial.query, rest, aborter.signal).then(
      (page) => take({ ...page, query: initial.query, rows: [...initial.rows, ...page.rows] }),
      () => undefined,
    );
    return () => aborter.abort();
  }, [initial, take]);

  const { rows } = initial;
  useEffect(() => {
    if (seen.has(rows)) router.refresh();
    seen.add(rows);
  }, [rows, router]);
  useChanges(() => router.refresh(), lookEvery);

  function loadMore() {
    const { next, query: of } = known;
    if (next === null || doing === 'loadingMore') return;
    setDoing('loadingMore');
    readPage(of, { cursor: next, limit: perPage }).then(
      (page) => {
        setDoing('idle');
        if (latest.current.key !== queryKey(of)) return;
        setKnown((before) => ({ ...page, query: of, rows: [...before.rows, ...page.rows] }));
        setShown((before) => [
          ...before,
          ...page.rows.filter(({ id }) => !before.some((row) => row.id === id)),
        ]);
      },
      () => setDoing('failed'),
    );
  }

  const onScreen = new Set(shown.map(({ id }) => id));
  const underWay = known.query.view === query.view ? 'searching' : 'loading';
  return {
    shown: isOther && underWay === 'loading' ? [] : shown,
    current: new Set(known.rows.map(({ id }) => id)),
    arrived: isOther ? 0 : known.rows.filter(({ id }) => !onScreen.has(id)).length,
    more: known.next !== null && !isOther,
    state: isOther && doing !== 'failed' ? underWay : doing,
    showAll: () => {
      setShown(known.rows);
      pane.current?.scrollTo({ top: 0 });
    },
    loadMore,
    retry: () => {
      if (!isOther) return loadMore();
      setDoing('idle');
      setAttempt(attempt + 1);
    },
  };
}

async function readPage(
  query: InboxQuery,
  page: { cursor?: string; limit: number },
  signal?: AbortSignal,
): Promise<Pick<LoadedTasks, 'rows' | 'next'>> {
  const answer = await fetch(listAddress(query, page), { headers: { accept: 'application/json' }, signal });
  if (!answer.ok) throw new Error(`the list of tasks answered ${answer.status}`);
  const { items, next } = (await answer.json()) as { items: readonly TaskRow[]; next: string | null };
  return { rows: items, next };
}

/** Somebody points at the list, has the focus in it, has chosen rows of it, or has scrolled it. */
function isInUse(pane: HTMLElement | null): boolean {
  if (!pane) return false;
  const scrolled = pane.scrollTop > 0 || pane.getBoundingClientRect().top < 0;
  const chosen = pane.querySelector('[role="checkbox"][aria-checked="true"]') !== null;
  return scrolled || chosen || pane.matches(':hover') || pane.contains(document.activeElement);
}
