import type { Task } from 'graphile-worker';
import { runAttempts } from '@/lib/runtime/advance';
import type { Worker } from '@/lib/runtime/attempts';
import { whenReachable } from '@/lib/runtime/when-reachable';
import { executionPayload } from './payload';

/** Graphile task `run-activity`: an asynchronous activity's attempt. It waits for the database as `advance` does. */
export function runActivity(worker: Worker): Task {
  return async (payload) => {
    const { execution, ...place } = executionPayload.parse(payload);
    const patience = { seconds: Infinity, stopping: worker.stopping };
    await whenReachable(() => runAttempts(worker, place, execution), patience);
  };
}
