import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { isConnectionFailure } from '@/lib/database/errors';
import { timerActor } from '@/lib/engine/decide/timer-fired';
import { type DueTimer, claimTimers, nextTimer } from './due-timers';
import { move } from './move';

/** Timers that one look takes in hand. */
const batch = 100;
/** Instances whose timers fire at the same moment. */
const atOnce = 4;
/** How long a sweeper has what it took, in seconds; what it did not come to by then goes to another. */
const inHand = 30;
/** How long a timer is left alone that cannot act now, in seconds. */
const leftAlone = 600;
/** The longest sleep in milliseconds: a notice of a nearer timer may get lost. */
const longestSleep = 500;

/**
 * Fires timers when they come due (DESIGN 10): takes due ones in hand in batches, moves their instances with the timer as
 * actor, and sleeps until the next is due. Any number of sweepers share the work; the clock is the database's alone. What
 * is not due costs nothing: the query reads an index of the open timers from its beginning.
 */
export class TimerSweeper {
  /** Ends the sleep under way. */
  #wake: (() => void) | null = null;
  #again = false;
  #stopped = false;
  readonly #done: Promise<void>;

  /**
   * @param pool of the app's role
   * @param workerId stands in the events as the worker that fired the timer
   */
  constructor(
    private readonly pool: Pool,
    private readonly workerId: string,
    private readonly log: Logger,
  ) {
    this.#done = this.#run();
  }

  /** Looks now: a timer was set that may be nearer than the next one known. */
  wake(): void {
    this.#again = true;
    this.#wake?.();
  }

  /** Waits for the timers under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.wake();
    await this.#done;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      this.#again = false;
      await this.#rest(await this.#sweep());
    }
  }

  /** @returns how long nothing is due, in milliseconds */
  async #sweep(): Promise<number> {
    try {
      const due = await claimTimers(this.pool, batch, inHand);
      if (due.length > 0) await this.#fireAll(due);
      if (due.length === batch) return 0;
      return Math.min((await nextTimer(this.pool)) ?? longestSleep, longestSleep);
    } catch (error) {
      this.log.warn({ err: error }, 'the sweep of timers failed; trying again');
      return longestSleep;
    }
  }

  /** Timers of one instance fire one after the other, in the order of their instants. */
  async #fireAll(due: readonly DueTimer[]): Promise<void> {
    const byInstance = new Map<string, DueTimer[]>();
    for (const timer of due) {
      const others = byInstance.get(timer.instance_id);
      if (others) others.push(timer);
      else byInstance.set(timer.instance_id, [timer]);
    }
    const waiting = [...byInstance.values()];
    const lane = async () => {
      for (let timers = waiting.shift(); timers && !this.#stopped; timers = waiting.shift()) {
        for (const timer of timers) await this.#fire(timer);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
  }

  async #fire({ tenant_id: tenantId, instance_id: instanceId, key }: DueTimer): Promise<void> {
    try {
      const moved = await move(
        this.pool,
        { tenantId, instanceId },
        { kind: 'timer_fired', timer: key },
        { actor: timerActor(key), workerId: this.workerId },
      );
      if (moved.ok && moved.plan.events.length === 0) await this.#leaveAlone(tenantId, instanceId, key);
      if (!moved.ok) this.log.warn({ instanceId, timer: key, refusal: moved.refusal }, 'a timer was refused');
    } catch (error) {
      if (isConnectionFailure(error)) throw error;
      // One instance that cannot be moved must not keep the others' timers from firing.
      this.log.error(
        { err: error, instanceId, timer: key },
        'a timer could not fire; it will be tried again',
      );
    }
  }

  async #leaveAlone(tenantId: string, instanceId: string, key: string): Promise<void> {
    await this.pool.query({
      name: 'postpone_timer',
      text: 'SELECT public.postpone_timer($1, $2, $3, $4)',
      values: [tenantId, instanceId, key, leftAlone],
    });
  }

  #rest(pause: number): Promise<void> {
    if (pause === 0 || this.#again || this.#stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#wake = null;
        resolve();
      };
      const timer = setTimeout(wake, pause);
      this.#wake = wake;
    });
  }
}
