import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isConnectionFailure } from '@/lib/database/errors';

/** How long a process that starts waits for its database, in milliseconds. */
const patience = 60_000;

/**
 * Does work that needs the database, as soon as that can be reached: a server that is starting, too, is no reason for a
 * worker to end. `work` may be begun several times.
 * @throws what the work throws; a failed connection after a minute
 */
export async function whenReachable<T>(log: Logger, work: () => Promise<T>): Promise<T> {
  const end = Date.now() + patience;
  for (let pause = 250; ; pause = Math.min(pause * 2, 2_000)) {
    try {
      return await work();
    } catch (error) {
      if (!isConnectionFailure(error) || Date.now() + pause > end) throw error;
      log.warn({ err: error }, 'the database cannot be reached yet; trying again');
      await sleep(pause);
    }
  }
}
