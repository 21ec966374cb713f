'use client';

import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { createStore, useStore, type StoreApi } from 'zustand';

export type LiveStatus = 'connecting' | 'live' | 'offline';

/**
 * One change: what kind of thing changed, and which one. Topic `instance` is an instance with its tasks, `draft` a definition
 * whose draft somebody opened, saved or left; `*` may be anything.
 */
export type LiveChange = { topic: 'instance' | 'draft' | '*'; id?: string };

type Listener = (change: LiveChange) => void;

type Live = {
  readonly status: StoreApi<LiveStatus | null>;
  readonly listeners: Set<Listener>;
  /** What was told in the last moments, with its instant. */
  readonly told: { readonly at: number; readonly change: LiveChange }[];
};

const newLive = (status: LiveStatus | null): Live => ({
  status: createStore(() => status),
  listeners: new Set(),
  told: [],
});

/**
 * The same object as long as the workspace is shown, and no state of React's: a context whose value changes while the
 * page below is still arriving makes React throw that page's HTML away and draw it a second time.
 */
const LiveContext = createContext(newLive(null));

/** Milliseconds before the first retry after the server refused; doubled up to the ceiling. */
const firstRetry = 2_000;
const retryCeiling = 60_000;
/**
 * Milliseconds that may lie between the drawing of a page on the server and its listening here: what changed meanwhile
 * is told to it when it begins.
 */
const arrival = 5_000;

/**
 * Keeps one stream of server-sent events open for the whole workspace. The stream's `change` events carry the ids of
 * the instances that moved. After a gap every listener hears topic `*`, because changes may have been missed.
 * @param props.source names the instant when the page was drawn: the stream begins with what has changed since
 */
export function LiveConnection({ source, children }: { source: string; children: ReactNode }) {
  const [live] = useState(() => newLive('connecting'));
  // A page that is drawn anew has a later instant; the stream that is open goes on.
  const [address] = useState(source);

  useEffect(() => {
    let stream: EventSource | undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let wait = firstRetry;
    let missed = false;
    const become = (status: LiveStatus) => live.status.setState(status, true);
    const tell = (change: LiveChange) => {
      forgetOld(live);
      live.told.push({ at: performance.now(), change });
      live.listeners.forEach((listener) => listener(change));
    };

    function open() {
      stream = new EventSource(address);
      stream.onopen = () => {
        become('live');
        wait = firstRetry;
        if (missed) tell({ topic: '*' });
        missed = false;
      };
      stream.onerror = () => {
        missed = true;
        become('offline');
        // The browser reconnects by itself unless the server answered with an error.
        if (stream?.readyState !== EventSource.CLOSED) return;
        retry = setTimeout(open, wait);
        wait = Math.min(wait * 2, retryCeiling);
      };
      stream.addEventListener('change', (event: MessageEvent<string>) => {
        const { instanceIds } = JSON.parse(event.data) as { instanceIds: readonly string[] };
        for (const id of instanceIds) tell({ topic: 'instance', id });
      });
      stream.addEventListener('draft', (event: MessageEvent<string>) => {
        const { definitionId } = JSON.parse(event.data) as { definitionId: string };
        tell({ topic: 'draft', id: definitionId });
      });
      stream.addEventListener('missed', () => tell({ topic: '*' }));
    }

    open();
    return () => {
      clearTimeout(retry);
      stream?.close();
    };
  }, [live, address]);

  return <LiveContext value={live}>{children}</LiveContext>;
}

/** The state of the connection, or null where there is none. */
export function useLiveStatus(): LiveStatus | null {
  return useStore(useContext(LiveContext).status);
}

/** Calls `onChange` for every change of the topic, also for those of the moments while the page arrived, and after a gap. */
export function useLiveChanges(topic: LiveChange['topic'], onChange: (change: LiveChange) => void): void {
  const live = useContext(LiveContext);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    const hear: Listener = (change) => {
      if (change.topic === topic || change.topic === '*') latest.current(change);
    };
    live.listeners.add(hear);
    forgetOld(live);
    for (const { change } of live.told) hear(change);
    return () => {
      live.listeners.delete(hear);
    };
  }, [live, topic]);
}

function forgetOld({ told }: Live): void {
  while (told[0] && told[0].at < performance.now() - arrival) told.shift();
}
