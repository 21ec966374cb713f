import type { Pool } from 'pg';
import type { Logger } from 'pino';

/** Rows that one call hands over. */
const batch = 500;
/** The safety net behind the notices, in milliseconds. */
const pollEvery = 1_000;

/**
 * Hands committed jobs from the outbox to the queue (DESIGN 18): at once when told to, and every second in case a notice
 * got lost. A database that is away is tried again at the next turn.
 */
export class OutboxRelay {
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  readonly #timer: NodeJS.Timeout;

  /** @param owner pool of the role that owns the queue */
  constructor(
    private readonly owner: Pool,
    private readonly log: Logger,
  ) {
    this.#timer = setInterval(() => this.wake(), pollEvery);
  }

  /** Looks for work now, or once more when it is looking already. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#running) this.#again = true;
    else this.#running = this.#relay();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  async #relay(): Promise<void> {
    try {
      do {
        this.#again = false;
        const { rows } = await this.owner.query<{ n: number }>({
          name: 'relay_outbox',
          text: 'SELECT public.relay_outbox($1) AS n',
          values: [batch],
        });
        if ((rows[0]?.n ?? 0) === batch) this.#again = true;
      } while (this.#again && !this.#stopped);
    } catch (error) {
      this.log.warn({ err: error }, 'the outbox could not be read; trying again');
    } finally {
      this.#running = null;
    }
  }
}
