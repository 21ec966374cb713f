import { setTimeout as sleep } from 'node:timers/promises';
import { isConnectionFailure } from '@/lib/database/errors';

export type Patience = {
  /** How long to wait for the database; Infinity for as long as it takes. */
  readonly seconds: number;
  /** Ends the patience early. */
  readonly stopping?: AbortSignal;
  /** Hears of each failed try after which there is another one. */
  readonly onWait?: (error: unknown) => void;
};

/**
 * Does work that needs the database, and does it again while that cannot be reached: a server that is away for a moment is
 * nobody's failure. The work must be conditional or idempotent, since one that was cut off may have been committed.
 * @throws what the work throws; the failed connection when the patience is at its end
 */
export async function whenReachable<T>(work: () => Promise<T>, patience: Patience): Promise<T> {
  const end = Date.now() + patience.seconds * 1000;
  for (let pause = 100; ; pause = Math.min(pause * 2, 2_000)) {
    try {
      return await work();
    } catch (error) {
      const over = patience.stopping?.aborted || Date.now() + pause > end;
      if (over || !isConnectionFailure(error)) throw error;
      patience.onWait?.(error);
      await sleep(pause);
    }
  }
}
