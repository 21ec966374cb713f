'use client';

import { useRouter } from 'next/navigation';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { stillShown } from '@/components/instances/list-changes';
import { useChanges } from '@/components/shell/use-changes';
import type { TaskRow } from '@/lib/tasks/schema';
import { type InboxQuery, listAddress, perPage, queryKey } from './inbox-address';

/** Rows of a list from its beginning, and where its next page begins. */
export type LoadedTasks = {
  readonly key: string;
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
  readonly state: 'idle' | 'loading' | 'loadingMore' | 'failed';
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
  const [state, setState] = useState<TaskList['state']>('idle');
  const [attempt, setAttempt] = useState(0);
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
    if (latest.current.known.key === key) return;
    const aborter = new AbortController();
    setState('loading');
    pane.current?.scrollTo({ top: 0 });
    readPage(latest.current.query, { limit: perPage }, aborter.signal).then(
      (page) => {
        setKnown({ key, ...page });
        setShown(page.rows);
        setState('idle');
      },
      () => aborter.signal.aborted || setState('failed'),
    );
    return () => aborter.abort();
  }, [key, pane, attempt]);

  // News from the server: the first page; what was loaded beyond it is read again.
  useEffect(() => {
    const { known: before, query: asked } = latest.current;
    if (initial.key !== latest.current.key || initial.rows === before.rows) return;
    const beyond = before.key === initial.key ? before.rows.length - initial.rows.length : 0;
    if (initial.next === null || beyond <= 0) return take(initial);
    const aborter = new AbortController();
    readPage(asked, { cursor: initial.next, limit: Math.min(beyond, mostRows) }, aborter.signal).then(
      (page) => take({ key: initial.key, rows: [...initial.rows, ...page.rows], next: page.next }),
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
    const { next, key: of } = known;
    if (next === null || state !== 'idle') return;
    setState('loadingMore');
    readPage(query, { cursor: next, limit: perPage }).then(
      (page) => {
        if (latest.current.key !== of) return;
        setKnown((before) => ({ ...page, key: of, rows: [...before.rows, ...page.rows] }));
        setShown((before) => [
          ...before,
          ...page.rows.filter(({ id }) => !before.some((row) => row.id === id)),
        ]);
        setState('idle');
      },
      () => setState('failed'),
    );
  }

  const onScreen = new Set(shown.map(({ id }) => id));
  return {
    shown,
    current: new Set(known.rows.map(({ id }) => id)),
    arrived: known.rows.filter(({ id }) => !onScreen.has(id)).length,
    more: known.next !== null,
    state: known.key === key || state === 'failed' ? state : 'loading',
    showAll: () => {
      setShown(known.rows);
      pane.current?.scrollTo({ top: 0 });
    },
    loadMore,
    retry: () => {
      setState('idle');
      if (known.key === key) loadMore();
      else setAttempt(attempt + 1);
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

/** Somebody points at the list, has the focus in it, or has scrolled it. */
function isInUse(pane: HTMLElement | null): boolean {
  if (!pane) return false;
  const scrolled = pane.scrollTop > 0 || pane.getBoundingClientRect().top < 0;
  return scrolled || pane.matches(':hover') || pane.contains(document.activeElement);
}
