import { type Begun, type Worker, beginAttempt, beginNext, finishAttempt } from './attempts';
import type { Place } from './move';

/**
 * Takes an instance as far as it goes: the system's steps one after the other, the attempts of its activities included,
 * until it waits, ends or has only queued work. Called too early, twice or after the end, it does nothing.
 */
export async function advanceInstance(worker: Worker, place: Place): Promise<void> {
  await goOnWith(worker, place, await beginNext(worker, place));
}

/**
 * Runs an attempt and those that follow from it without a wait. Where another worker has, or had, the attempt, it looks for
 * another one: a worker that leaves an instance leaves no activity behind that waits for one.
 */
export async function runAttempts(worker: Worker, place: Place, first: string): Promise<void> {
  throwWhenStopping(worker);
  const begun = await beginAttempt(worker, place, first);
  await goOnWith(worker, place, begun ?? (await beginNext(worker, place)));
}

async function goOnWith(worker: Worker, place: Place, first: Begun | null): Promise<void> {
  for (let begun = first; begun !== null;) {
    const { moved, next } = await finishAttempt(worker, place, begun);
    begun = next;
    if (begun === null && (!moved.ok || moved.plan.next !== null)) {
      throwWhenStopping(worker);
      begun = await beginNext(worker, place);
    }
  }
}

/**
 * A worker that stops leaves what there is still to do to another one: its job has to fail, so that the queue hands it out
 * again. One that ended well would leave an activity behind that nobody comes for.
 */
function throwWhenStopping({ stopping }: Worker): void {
  if (stopping.aborted) throw new Error('The worker stops; another one goes on with this instance.');
}
