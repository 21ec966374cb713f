'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useRef } from 'react';
import { useLiveChanges, useLiveStatus } from './live-connection';

/** Milliseconds in which several changes count as one, where nothing else is said. */
const usually = 250;
/** Milliseconds between two looks while nothing tells of changes. */
const lookEvery = 15_000;

/**
 * Calls `onChange` with the ids of the instances that moved since the last call; with null when any may have moved:
 * after a gap in the connection, and every 15 s as long as there is none. A hidden page is told when it is shown again.
 * Changes are gathered for `every` milliseconds, so a busy list asks its server no more often than that.
 */
export function useChanges(
  onChange: (instanceIds: ReadonlySet<string> | null) => void,
  every: number = usually,
): void {
  const status = useLiveStatus();
  const told = useRef<Set<string> | null>(new Set());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });

  const pass = useCallback(() => {
    if (document.hidden) return;
    // A timer that runs is left alone: under steady change a restarted one would never end.
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const ids = told.current;
      told.current = new Set();
      latest.current(ids);
    }, every);
  }, [every]);

  useLiveChanges('instance', ({ id }) => {
    if (id === undefined) told.current = null;
    else told.current?.add(id);
    pass();
  });

  useEffect(() => {
    const shown = () => {
      if (told.current?.size !== 0) pass();
    };
    document.addEventListener('visibilitychange', shown);
    return () => {
      document.removeEventListener('visibilitychange', shown);
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [pass]);

  useEffect(() => {
    if (status === 'live') return;
    const look = setInterval(() => {
      told.current = null;
      pass();
    }, lookEvery);
    return () => clearInterval(look);
  }, [status, pass]);
}

/** Renders the page's data anew when any instance moves, or only when this one does. */
export function useRefreshOnChange(instanceId?: string, every?: number): void {
  const router = useRouter();
  useChanges((ids) => {
    if (ids === null || instanceId === undefined || ids.has(instanceId)) router.refresh();
  }, every);
}

/** The same as an element, for pages that are rendered on the server. Draws nothing. */
export function RefreshOnChange({ instanceId, every }: { instanceId?: string; every?: number }) {
  useRefreshOnChange(instanceId, every);
  return null;
}
