import { type Worker, runAttempt, workerMover } from './attempts';
import { type Place, move } from './move';

/**
 * Takes an instance as far as it goes: the system's steps one after the other, the attempts of its activities included,
 * until it waits, ends or has only queued work. Called too early, twice or after the end, it does nothing.
 */
export async function advanceInstance(worker: Worker, place: Place): Promise<void> {
  const next = await lookForNext(worker, place);
  if (next !== null) await runAttempts(worker, place, next);
}

/**
 * Runs an attempt and those that follow from it without a wait. Where another worker has, or had, the attempt, it looks for
 * another one: a worker that leaves an instance leaves no activity behind that waits for one.
 * @throws the reason of `stopping` when the worker stops before the next attempt: the job has to come to another worker
 */
export async function runAttempts(worker: Worker, place: Place, first: string): Promise<void> {
  let next: string | null = first;
  while (next !== null) {
    worker.stopping.throwIfAborted();
    const moved = await runAttempt(worker, place, next);
    next = moved.ok ? moved.plan.next : await lookForNext(worker, place);
  }
}

/** The activity whose attempt this worker may begin, when the instance has gone as far as it goes by itself. */
async function lookForNext(worker: Worker, place: Place): Promise<string | null> {
  const moved = await move(worker.pool, place, { kind: 'advance' }, workerMover(worker));
  return moved.ok ? moved.plan.next : null;
}
