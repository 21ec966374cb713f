import type { Pool } from 'pg';
import { durationSeconds } from '@/lib/engine/deadlines/duration';
import type { LeaseTaker } from '@/lib/engine/decide/contract';
import { activityOf } from '@/lib/engine/definition/find-activity';
import type { Json } from '@/lib/engine/json';
import type { ActivityError } from '@/lib/engine/snapshot';
import { ActivityFailure } from './activities/contract';
import type { PerformActivity } from './activities/registry';
import { AttemptBounds } from './attempt-bounds';
import { newToken } from './leases';
import { type Moved, type Place, move } from './move';
import { type Loaded, stillKnown } from './snapshot';
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

/** An attempt that this worker has begun: its lease is committed. */
export type Begun = {
  readonly execution: string;
  readonly token: string;
  /** The instance as it was then, with all that it was decided by. */
  readonly loaded: Loaded;
};

/**
 * Takes the lease of an attempt (DESIGN 8.3) and commits.
 * @returns null when another worker has, or had, the attempt
 */
export async function beginAttempt(worker: Worker, place: Place, execution: string): Promise<Begun | null> {
  const taker = leaseTaker(worker);
  const moved = await move(
    worker.pool,
    place,
    { kind: 'start_attempt', execution, ...taker },
    workerMover(worker),
  );
  return begunIn(moved, taker.token);
}

/**
 * Lets the instance go as far as it goes by itself and begins the attempt that it comes to, in one commit.
 * @returns null when there is none that this worker may begin
 */
export async function beginNext(worker: Worker, place: Place): Promise<Begun | null> {
  const goOn = leaseTaker(worker);
  return begunIn(await move(worker.pool, place, { kind: 'advance', goOn }, workerMover(worker)), goOn.token);
}

/**
 * Acts, with no transaction open and no row locked, and commits the result (DESIGN 8.3), in the same commit the lease of the
 * attempt that follows without a wait: of five activities in a row each result is durable before the next begins, with one
 * commit and, where the attempt was short, one round trip between them. A worker that stops begins nothing more.
 * @returns how the instance moved by the result (a refusal says that another worker has the attempt), and what follows
 */
export async function finishAttempt(
  worker: Worker,
  place: Place,
  { execution, token, loaded }: Begun,
): Promise<{ readonly moved: Moved; readonly next: Begun | null }> {
  const result = await act(worker, place, loaded, execution, token);
  const goOn = leaseTaker(worker);
  const report = {
    execution,
    token,
    ...('error' in result
      ? ({ kind: 'attempt_failed', error: result.error } as const)
      : ({ kind: 'attempt_succeeded', result: result.value } as const)),
    ...(!worker.stopping.aborted && { goOn }),
  };
  // The effect has happened; only its record is missing. It is tried until the lease's time is over, when another worker may
  // have taken over with the same idempotency key.
  const known = stillKnown(loaded);
  const moved = await whenReachable(() => move(worker.pool, place, report, workerMover(worker), known), {
    seconds: worker.leaseSeconds,
  });
  return { moved, next: begunIn(moved, goOn.token) };
}

/**
 * The attempt whose lease has this token. A report that was cut off by a lost connection may have been committed: its second
 * try is refused then, but what it began is there.
 */
function begunIn(moved: Moved, token: string): Begun | null {
  const { loaded } = moved;
  if (!loaded) return null;
  const snapshot = moved.ok ? moved.after : loaded.snapshot;
  const begun = Object.values(snapshot.activities).find(({ lease }) => lease?.token === token);
  return begun ? { execution: begun.key, token, loaded: { ...loaded, snapshot } } : null;
}

function leaseTaker(worker: Worker): LeaseTaker {
  return { worker: worker.id, token: newToken(), leaseSeconds: worker.leaseSeconds };
}

/** The worker as the actor of what it does. */
export function workerMover(worker: Pick<Worker, 'id'>): Mover {
  return { actor: { type: 'worker', id: worker.id, name: `Worker ${worker.id}` }, workerId: worker.id };
}

type Result = { readonly value: Json } | { readonly error: ActivityError };

async function act(
  worker: Worker,
  place: Place,
  begun: Loaded,
  execution: string,
  token: string,
): Promise<Result> {
  const current = begun.snapshot.activities[execution]!;
  const activity = activityOf(begun.definition, current);
  const seconds = activity.timeout
    ? (durationSeconds(begun.environment.now, activity.timeout) ?? usualTimeout)
    : usualTimeout;
  const bounds = new AttemptBounds(worker, place, { execution, token, seconds });
  try {
    const call = {
      ...place,
      idempotencyKey: `${place.instanceId}:${execution}`,
      attempt: current.attempts,
      signal: bounds.signal,
    };
    return { value: await bounds.within(worker.perform(begun, current, activity, call)) };
  } catch (error) {
    return { error: describe(error, bounds.timedOut ? seconds : null) };
  } finally {
    bounds.release();
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
