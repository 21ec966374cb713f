import { setTimeout as sleep } from 'node:timers/promises';
import { subscribe } from '@/lib/runtime/change-feed';

/** The safety net behind the notices, and how retries that have become due are found; in milliseconds. */
const pollEvery = 1_000;
/** However much moves, one waiting caller looks no more often than this; in milliseconds. */
const leastPause = 50;

/**
 * Looks at once, and again whenever something of the tenant moves, until there is something, the time is over, or the
 * caller has gone. Waiting holds no connection of the pool.
 */
export async function untilWork<T>(
  tenantId: string,
  { seconds, signal }: { readonly seconds: number; readonly signal: AbortSignal },
  look: () => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const end = Date.now() + seconds * 1000;
  let wake = new AbortController();
  const stopListening = seconds > 0 ? subscribe(tenantId, () => wake.abort()) : () => undefined;
  try {
    for (;;) {
      wake = new AbortController();
      const found = await look();
      const left = end - Date.now();
      if (found.length > 0 || left <= 0 || signal.aborted) return found;
      await pause(Math.min(leastPause, left), signal);
      await pause(Math.min(pollEvery, left), AbortSignal.any([wake.signal, signal]));
    }
  } finally {
    stopListening();
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}
