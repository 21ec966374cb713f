'use client';

import { useNow as useServerNow } from 'next-intl';
import { useSyncExternalStore } from 'react';

/** Milliseconds between two ticks of the clock that all relative times on a page share. */
export const tick = 15_000;

let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const notify of listeners) notify();
  }, tick);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
      now = 0;
    }
  };
}

/** The present instant in milliseconds, moving on every 15 s. While hydrating it is the server's, so the two renders agree. */
export function useNow(): number {
  const serverNow = useServerNow().getTime();
  return useSyncExternalStore(
    subscribe,
    () => (now ||= Date.now()),
    () => serverNow,
  );
}
