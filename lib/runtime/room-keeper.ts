import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { grantRoom, nextRoom } from './room';

/** The longest sleep in milliseconds: a notice of a freed place may get lost. */
const longestSleep = 1_000;

/**
 * Gives places at resources as they become free (DESIGN 8.10): at once when told that one was freed or is asked for, else at the
 * next instant at which a rate allows another attempt or a retry comes due. Any number of keepers share the work; the clock is
 * the database's.
 */
export class RoomKeeper {
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  #timer: NodeJS.Timeout | null = null;

  /**
   * @param pool of the app's role
   * @param onGiven called when places were given, whose jobs stand in the outbox now
   */
  constructor(
    private readonly pool: Pool,
    private readonly onGiven: () => void,
    private readonly log: Logger,
  ) {
    this.wake();
  }

  /** Looks now, or once more when it is looking already. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#running) this.#again = true;
    else this.#running = this.#look();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  async #look(): Promise<void> {
    let pause = longestSleep;
    try {
      do {
        this.#again = false;
        if ((await grantRoom(this.pool)) > 0) this.onGiven();
      } while (this.#again && !this.#stopped);
      pause = Math.min((await nextRoom(this.pool)) ?? longestSleep, longestSleep);
    } catch (error) {
      this.log.warn({ err: error }, 'places at resources could not be given; trying again');
    }
    this.#running = null;
    if (this.#again) this.wake();
    else if (!this.#stopped) this.#timer = setTimeout(() => this.wake(), pause);
  }
}
