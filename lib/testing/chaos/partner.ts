import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '@/lib/testing/chance';
import { type Answer, CountingServer, type Received } from '@/lib/testing/counting-server';

/** What begins with this is refused for good. */
export const refusing = '/refused';

/** Longer than the calls of the mixture wait for an answer, in milliseconds. */
const tooLong = 2_600;

/**
 * The partner of a chaos run: it is slow, fails at times, and at times does the work and answers too late. Like a partner
 * that honours Idempotency-Key it does the work of a key once; another call with the key is answered as the first.
 */
export class Partner {
  /** Path of what was done, by key. */
  readonly effects = new Map<string, string>();
  failures = 0;
  /** Calls with a key whose work had been done. */
  repeats = 0;

  private constructor(
    readonly server: CountingServer,
    private readonly random: Chance,
  ) {
    server.answer = (call) => this.#answer(call);
  }

  static async start(random: Chance): Promise<Partner> {
    return new Partner(await CountingServer.start(), random);
  }

  async #answer({ key, path }: Received): Promise<Answer> {
    const chance = this.random(100);
    if (chance < 12) {
      this.failures += 1;
      await sleep(this.random(60));
      return { status: chance < 8 ? 503 : 500 };
    }
    if (path.startsWith(refusing)) return { status: 409 };
    if (this.effects.has(key)) this.repeats += 1;
    else this.effects.set(key, path);
    if (chance < 15) {
      this.failures += 1;
      await sleep(tooLong);
    } else {
      await sleep(this.random(chance < 25 ? 900 : 120));
    }
    return {};
  }
}
