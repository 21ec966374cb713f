import type { Task } from 'graphile-worker';
import { advanceInstance } from '@/lib/runtime/advance';
import type { Worker } from '@/lib/runtime/attempts';
import { whenReachable } from '@/lib/runtime/when-reachable';
import { instancePayload } from './payload';

/**
 * Graphile task `advance`. While the database is away the job waits for it: were it to fail, the queue would come back to it
 * after a pause that doubles and doubles.
 */
export function advance(worker: Worker): Task {
  return async (payload) => {
    const place = instancePayload.parse(payload);
    const patience = { seconds: Infinity, stopping: worker.stopping };
    await whenReachable(() => advanceInstance(worker, place), patience);
  };
}
