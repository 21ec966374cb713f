import type { Worker } from './attempts';
import { keepLease } from './leases';
import type { Place } from './move';

/** The longest that a timer of the platform runs, in milliseconds. */
const longest = 2 ** 31 - 1;

/**
 * What may end an attempt before its work does: its timeout, the loss of its lease, the stop of its worker. It watches from when
 * it is made until `release`.
 *
 * Every attempt has its bounds, and next to none comes to one. So they are a timer, a lease that is kept and an entry in a set:
 * signals that are combined cost more than all else that an attempt does by itself.
 */
export class AttemptBounds {
  /** Aborted when the attempt comes to one of its bounds. */
  readonly signal: AbortSignal;
  readonly #attempt = new AbortController();
  readonly #end: Promise<never>;
  #giveUp: (reason: unknown) => void = () => undefined;
  #timedOut = false;
  readonly #timer: NodeJS.Timeout;
  readonly #lease: { release(): void };
  readonly #stopping: AbortSignal;

  constructor(
    worker: Pick<Worker, 'pool' | 'leaseSeconds' | 'stopping'>,
    place: Place,
    attempt: { readonly execution: string; readonly token: string; readonly seconds: number },
  ) {
    this.signal = this.#attempt.signal;
    this.#end = new Promise<never>((_, reject) => {
      this.#giveUp = reject;
    });
    // What ends when nobody waits for it is nobody's failure.
    this.#end.catch(() => undefined);
    this.#timer = setTimeout(() => this.#timeOut(), Math.min(attempt.seconds * 1000, longest)).unref();
    this.#lease = keepLease(worker, place, attempt.execution, attempt.token, (reason) => this.end(reason));
    this.#stopping = worker.stopping;
    endWith(this.#stopping, this);
  }

  /** True when the attempt had no result within its seconds. */
  get timedOut(): boolean {
    return this.#timedOut;
  }

  /** Ends with the work or at a bound, whichever comes first: a call that ignores the signal cannot hold the worker. */
  async within<T>(work: Promise<T>): Promise<T> {
    work.catch(() => undefined);
    return Promise.race([work, this.#end]);
  }

  /** The attempt has come to a bound. */
  end(reason: unknown): void {
    this.#attempt.abort(reason);
    this.#giveUp(reason);
  }

  /** The attempt is over. */
  release(): void {
    clearTimeout(this.#timer);
    this.#lease.release();
    running.get(this.#stopping)?.delete(this);
  }

  #timeOut(): void {
    this.#timedOut = true;
    this.end(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  }
}

/** The attempts that end when a worker stops. However many run at once, its signal has one listener of theirs. */
const running = new WeakMap<AbortSignal, Set<AttemptBounds>>();

function endWith(stopping: AbortSignal, bounds: AttemptBounds): void {
  if (stopping.aborted) return bounds.end(stopping.reason);
  const known = running.get(stopping);
  if (known) {
    known.add(bounds);
    return;
  }
  const all = new Set([bounds]);
  running.set(stopping, all);
  stopping.addEventListener('abort', () => all.forEach((one) => one.end(stopping.reason)), { once: true });
}
