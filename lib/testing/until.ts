import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Looks again and again until there is something to see.
 * @returns what `look` gave when it was neither null, undefined nor false
 * @throws Error that says what was waited for, after `seconds`
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  seconds = 60,
): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const seen = await look();
    if (seen !== null && seen !== undefined && seen !== false) return seen;
    if (Date.now() > end) throw new Error(`${what} did not come within ${seconds} seconds.`);
    await sleep(50);
  }
}
