import type { Task } from 'graphile-worker';
import { runAttempts } from '@/lib/runtime/advance';
import type { Worker } from '@/lib/runtime/attempts';
import { executionPayload } from './payload';

/** Graphile task `run-activity`: an asynchronous activity's attempt. */
export function runActivity(worker: Worker): Task {
  return async (payload) => {
    const { execution, ...place } = executionPayload.parse(payload);
    await runAttempts(worker, place, execution);
  };
}
