import type { Task } from 'graphile-worker';
import { advanceInstance } from '@/lib/runtime/advance';
import type { Worker } from '@/lib/runtime/attempts';
import type { Place } from '@/lib/runtime/move';
import { whenReachable } from '@/lib/runtime/when-reachable';
import { instancePayload } from './payload';

/**
 * Graphile task `advance`. Jobs for one instance do not run at the same time (DESIGN 8.2): while one of them runs in this process,
 * another has nothing to do but to let that one look once more. It ends at once and holds up nobody; what it came for is not lost
 * with the process, since the one that runs stands in the queue until it has looked. Of another process, what acts is held off by
 * the lease of the attempt, and what merely moves by `stale`.
 *
 * While the database is away the job waits for it: were it to fail, the queue would come back to it
 * after a pause that doubles and doubles.
 */
export function advance(worker: Worker): Task {
  const running = new Map<string, { again: boolean }>();
  return async (payload) => {
    const place = instancePayload.parse(payload);
    const key = `${place.tenantId} ${place.instanceId}`;
    const earlier = running.get(key);
    if (earlier) {
      earlier.again = true;
      return;
    }
    const turn = { again: true };
    running.set(key, turn);
    try {
      while (turn.again) {
        turn.again = false;
        await goOn(worker, place).catch((error: unknown) => {
          // Whoever came meanwhile gets a try, too.
          if (!turn.again) throw error;
        });
      }
    } finally {
      running.delete(key);
    }
  };
}

function goOn(worker: Worker, place: Place): Promise<void> {
  const patience = { seconds: Infinity, stopping: worker.stopping };
  return whenReachable(() => advanceInstance(worker, place), patience);
}
