import type { Task } from 'graphile-worker';
import { advanceInstance } from '@/lib/runtime/advance';
import type { Worker } from '@/lib/runtime/attempts';
import { instancePayload } from './payload';

/** Graphile task `advance`. */
export function advance(worker: Worker): Task {
  return (payload) => advanceInstance(worker, instancePayload.parse(payload));
}
