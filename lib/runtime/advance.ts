import { type Begun, type Worker, beginAttempt, beginNext, finishAttempt } from './attempts';
import type { Place } from './move';

/**
 * Takes an instance as far as it goes: the system's steps one after the other, the attempts of its activities included,
 * until it waits, ends or has only queued work. Called too early, twice or after the end, it does nothing.
 * @throws the reason of `stopping` when the worker stops and there is, or may be, more to do: the job has to come to another
 */
export async function advanceInstance(worker: Worker, place: Place): Promise<void> {
  worker.stopping.throwIfAborted();
  await goOnWith(worker, place, await beginNext(worker, place));
}

/**
 * Runs an attempt and those that follow from it without a wait. Where another worker has, or had, the attempt, it looks for
 * another one: a worker that leaves an instance leaves no activity behind that waits for one.
 * @throws as `advanceInstance` does
 */
export async function runAttempts(worker: Worker, place: Place, first: string): Promise<void> {
  worker.stopping.throwIfAborted();
  const begun = await beginAttempt(worker, place, first);
  await goOnWith(worker, place, begun ?? (await beginNext(worker, place)));
}

async function goOnWith(worker: Worker, place: Place, first: Begun | null): Promise<void> {
  for (let begun = first; begun !== null;) {
    const { moved, next } = await finishAttempt(worker, place, begun);
    begun = next;
    if (begun === null && (!moved.ok || moved.plan.next !== null)) {
      worker.stopping.throwIfAborted();
      begun = await beginNext(worker, place);
    }
  }
}
