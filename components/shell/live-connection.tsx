'use client';

import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';

export type LiveStatus = 'connecting' | 'live' | 'offline';

/** One change: what kind of thing changed, and which one. Topic `instance` is an instance with its tasks; `*` may be anything. */
export type LiveChange = { topic: 'instance' | '*'; id?: string };

type Listener = (change: LiveChange) => void;
type Live = { status: LiveStatus; listen: (listener: Listener) => () => void };

const LiveContext = createContext<Live | null>(null);

/** Milliseconds before the first retry after the server refused; doubled up to the ceiling. */
const firstRetry = 2_000;
const retryCeiling = 60_000;

/**
 * Keeps one stream of server-sent events open for the whole workspace. The stream's `change` events carry the ids of
 * the instances that moved. After a gap every listener hears topic `*`, because changes may have been missed.
 */
export function LiveConnection({ source, children }: { source: string; children: ReactNode }) {
  const [status, setStatus] = useState<LiveStatus>('connecting');
  const listeners = useRef(new Set<Listener>());

  useEffect(() => {
    let stream: EventSource | undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let wait = firstRetry;
    let missed = false;
    const tell = (change: LiveChange) => listeners.current.forEach((listener) => listener(change));

    function open() {
      stream = new EventSource(source);
      stream.onopen = () => {
        setStatus('live');
        wait = firstRetry;
        if (missed) tell({ topic: '*' });
        missed = false;
      };
      stream.onerror = () => {
        missed = true;
        setStatus('offline');
        // The browser reconnects by itself unless the server answered with an error.
        if (stream?.readyState !== EventSource.CLOSED) return;
        retry = setTimeout(open, wait);
        wait = Math.min(wait * 2, retryCeiling);
      };
      stream.addEventListener('change', (event: MessageEvent<string>) => {
        const { instanceIds } = JSON.parse(event.data) as { instanceIds: readonly string[] };
        for (const id of instanceIds) tell({ topic: 'instance', id });
      });
    }

    open();
    return () => {
      clearTimeout(retry);
      stream?.close();
    };
  }, [source]);

  const value = useMemo<Live>(
    () => ({
      status,
      listen: (listener) => {
        listeners.current.add(listener);
        return () => listeners.current.delete(listener);
      },
    }),
    [status],
  );
  return <LiveContext value={value}>{children}</LiveContext>;
}

/** The state of the connection, or null where there is none. */
export function useLiveStatus(): LiveStatus | null {
  return useContext(LiveContext)?.status ?? null;
}

/** Calls `onChange` for every change of the topic, and after a gap. */
export function useLiveChanges(topic: LiveChange['topic'], onChange: (change: LiveChange) => void): void {
  const listen = useContext(LiveContext)?.listen;
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(
    () => listen?.((change) => (change.topic === topic || change.topic === '*') && latest.current(change)),
    [listen, topic],
  );
}
