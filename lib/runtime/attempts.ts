import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { durationSeconds } from '@/lib/engine/deadlines/duration';
import { activityOf } from '@/lib/engine/definition/find-activity';
import type { Json } from '@/lib/engine/json';
import type { ActivityError } from '@/lib/engine/snapshot';
import { ActivityFailure } from './activities/contract';
import type { PerformActivity } from './activities/registry';
import { keepLease } from './leases';
import { type Moved, type Place, move } from './move';
import type { Mover } from './transition';
import { whenReachable } from './when-reachable';

/** A worker: who runs attempts, with what, and until when. */
export type Worker = {
  readonly id: string;
  readonly pool: Pool;
  readonly perform: PerformActivity;
  readonly leaseSeconds: number;
  /** Aborted when the worker stops and does not wait any longer for what runs. */
  readonly stopping: AbortSignal;
};

/** Bound of an attempt whose activity names none, in seconds. */
const usualTimeout = 30;

/**
 * Runs one attempt (DESIGN 8.3): takes the lease and commits, acts with no transaction open and no row locked, commits the
 * result. Returns how the instance moved by the result; a refusal says that another worker has, or had, the attempt.
 */
export async function runAttempt(worker: Worker, place: Place, execution: string): Promise<Moved> {
  const token = randomBytes(16).toString('hex');
  const mover = workerMover(worker);
  const { leaseSeconds } = worker;
  const started = await move(
    worker.pool,
    place,
    { kind: 'start_attempt', execution, worker: worker.id, token, leaseSeconds },
    mover,
  );
  if (!started.ok) return started;

  const result = await act(worker, place, started, execution, token);
  const report =
    'error' in result
      ? ({ kind: 'attempt_failed', execution, token, error: result.error } as const)
      : ({ kind: 'attempt_succeeded', execution, token, result: result.value } as const);
  // The effect has happened; only its record is missing. It is tried until the lease's time is over, when another worker may
  // have taken over with the same idempotency key.
  return whenReachable(() => move(worker.pool, place, report, mover), { seconds: leaseSeconds });
}

/** The worker as the actor of what it does. */
export function workerMover(worker: Pick<Worker, 'id'>): Mover {
  return { actor: { type: 'worker', id: worker.id, name: `Worker ${worker.id}` }, workerId: worker.id };
}

type Result = { readonly value: Json } | { readonly error: ActivityError };

async function act(
  worker: Worker,
  place: Place,
  started: Moved & { ok: true },
  execution: string,
  token: string,
): Promise<Result> {
  const current = started.after.activities[execution]!;
  const activity = activityOf(started.loaded.definition, current);
  const seconds = activity.timeout
    ? (durationSeconds(started.loaded.environment.now, activity.timeout) ?? usualTimeout)
    : usualTimeout;
  const timeout = AbortSignal.timeout(seconds * 1000);
  const lease = keepLease(worker, place, execution, token);
  const signal = AbortSignal.any([timeout, lease.lost, worker.stopping]);
  try {
    const loaded = { ...started.loaded, snapshot: started.after };
    const call = {
      ...place,
      idempotencyKey: `${place.instanceId}:${execution}`,
      attempt: current.attempts,
      signal,
    };
    return { value: await abortable(worker.perform(loaded, current, activity, call), signal) };
  } catch (error) {
    return { error: describe(error, timeout.aborted ? seconds : null) };
  } finally {
    lease.release();
  }
}

/** Ends with the work or with the signal, whichever comes first: a call that ignores the signal cannot hold the worker. */
async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
    work.catch(() => undefined);
  }
}

function describe(error: unknown, timedOutAfter: number | null): ActivityError {
  if (timedOutAfter !== null) {
    return { code: 'timeout', message: `No result within ${timedOutAfter} seconds.`, retryable: true };
  }
  if (error instanceof ActivityFailure) return error.error;
  return {
    code: 'failed',
    message: error instanceof Error ? error.message : String(error),
    retryable: true,
  };
}
