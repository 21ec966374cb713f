import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '@/lib/testing/chance';
import type { Crew } from '@/lib/testing/crew';
import type { MortalWorld } from '@/lib/testing/mortal-world';

/** Whom the faults strike. */
export type Victims = {
  readonly mortal: MortalWorld;
  readonly workers: Crew;
  readonly externalWorkers: Crew;
  /** Longer than the leases of each, so that a paused one comes back to work that is another's. */
  readonly pauseSeconds: { readonly workers: number; readonly externalWorkers: number };
};

/** How often what was struck. */
export type Struck = { databaseKills: number; cuts: number; connections: number };

/** One round of faults: every one of them in each. */
const round = [
  'killWorker',
  'killWorker',
  'killWorker',
  'pauseWorker',
  'pauseWorker',
  'killExternal',
  'killExternal',
  'pauseExternal',
  'cut',
  'cut',
  'cut',
  'killDatabase',
] as const;

/**
 * Strikes in rounds, in an order and at moments of chance, until `over`. Whoever was paused goes on by the end.
 * @param struck counts what was done
 */
export async function strike(
  { mortal, workers, externalWorkers, pauseSeconds }: Victims,
  random: Chance,
  over: AbortSignal,
  struck: Struck,
): Promise<void> {
  const { owner } = mortal.world.database;
  const pauses: Promise<void>[] = [];
  const faults: Record<(typeof round)[number], () => Promise<void> | void> = {
    killWorker: () => void workers.killOne(),
    killExternal: () => void externalWorkers.killOne(),
    pauseWorker: () => void pauses.push(workers.pauseOne(pauseSeconds.workers)),
    pauseExternal: () => void pauses.push(externalWorkers.pauseOne(pauseSeconds.externalWorkers)),
    cut: async () => {
      // It may find no database, as that has just been killed; then nothing is left to be cut.
      const cut = owner.query<{ n: number }>(
        `SELECT count(pg_terminate_backend(pid))::int AS n FROM pg_stat_activity
         WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid() AND pid % 3 = $1`,
        [random(3)],
      );
      const { rows } = await cut.catch(() => ({ rows: [] }));
      struck.cuts += 1;
      struck.connections += rows[0]?.n ?? 0;
    },
    killDatabase: async () => {
      await mortal.killDatabase();
      struck.databaseKills += 1;
    },
  };
  while (!over.aborted) {
    const deck = [...round];
    while (deck.length > 0 && !over.aborted) {
      await sleep(700 + random(1_500), undefined, { signal: over }).catch(() => undefined);
      if (over.aborted) break;
      await faults[deck.splice(random(deck.length), 1)[0]!]();
    }
  }
  await Promise.all(pauses);
}
