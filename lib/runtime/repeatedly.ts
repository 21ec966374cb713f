import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Does some work again and again, with a pause after each time: however long it takes, it never overlaps with itself, so
 * work that becomes slow on a busy database does not pile up on it.
 * @param pause in milliseconds
 * @param work must not reject
 * @returns `stop`, which waits for the work under way
 */
export function repeatedly(pause: number, work: () => Promise<void>): { stop(): Promise<void> } {
  const stopped = new AbortController();
  const done = (async () => {
    while (!stopped.signal.aborted) {
      await sleep(pause, undefined, { signal: stopped.signal }).catch(() => undefined);
      if (!stopped.signal.aborted) await work();
    }
  })();
  return {
    stop: () => {
      stopped.abort();
      return done;
    },
  };
}
