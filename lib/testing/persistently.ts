import { setTimeout as sleep } from 'node:timers/promises';
import { isConnectionFailure } from '@/lib/database/errors';

/** Does what must be done even while the database is away for a moment: again and again, so twice must be as once. */
export async function persistently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isConnectionFailure(error)) throw error;
      await sleep(100);
    }
  }
}
