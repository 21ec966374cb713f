import type { Task } from 'graphile-worker';
import type { Worker } from '@/lib/runtime/attempts';
import { settleChild } from '@/lib/runtime/children';
import { whenReachable } from '@/lib/runtime/when-reachable';
import { childPayload } from './payload';

/** Graphile task `settle-child`: what a parent wants of a child, or has to hear of it. It waits for the database as `advance` does. */
export function settle(worker: Worker): Task {
  return async (payload) => {
    const { child, ...parent } = childPayload.parse(payload);
    const patience = { seconds: Infinity, stopping: worker.stopping };
    await whenReachable(() => settleChild(worker, parent, child), patience);
  };
}
