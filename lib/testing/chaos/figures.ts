import type { Crew } from '@/lib/testing/crew';
import type { RuntimeWorld } from '@/lib/testing/runtime-world';
import type { Partner } from './partner';
import type { People } from './people';

/** What was done in a chaos run and what came of it. */
export type Figures = {
  readonly workerKills: number;
  readonly workerPauses: number;
  readonly externalKills: number;
  readonly externalPauses: number;
  readonly databaseKills: number;
  /** How often connections were cut, and how many in all. */
  readonly cuts: number;
  readonly connections: number;
  readonly pausesByPeople: number;
  readonly calls: number;
  readonly failedCalls: number;
  readonly effects: number;
  readonly repeatedCalls: number;
  readonly instances: number;
  readonly events: number;
  readonly attempts: number;
  /** Leases that ran out and were taken over. */
  readonly recoveries: number;
  readonly timersFired: number;
  readonly signalsConsumed: number;
  readonly undone: number;
  readonly branches: number;
  /** Histories that were checked. */
  readonly verified: number;
  /** How many instances ended how. */
  readonly ends: Readonly<Record<string, number>>;
  /** Instances that need a person although their process does not lead there: too many faults in a row. */
  readonly unplanned: readonly string[];
};

type Counted = Pick<
  Figures,
  | 'instances'
  | 'events'
  | 'attempts'
  | 'recoveries'
  | 'timersFired'
  | 'signalsConsumed'
  | 'undone'
  | 'branches'
  | 'ends'
>;

export async function readFigures(
  { database }: RuntimeWorld,
  done: {
    readonly workers: Crew;
    readonly externalWorkers: Crew;
    readonly people: People;
    readonly partner: Partner;
    readonly struck: Pick<Figures, 'databaseKills' | 'cuts' | 'connections'>;
    readonly verified: number;
    readonly unplanned: readonly string[];
  },
): Promise<Figures> {
  const { workers, externalWorkers, people, partner, struck, verified, unplanned } = done;
  const { rows } = await database.owner.query<Counted>(
    `SELECT (SELECT count(*)::int FROM instances) AS instances,
       (SELECT count(*)::int FROM events) AS events,
       (SELECT count(*)::int FROM activity_attempts) AS attempts,
       (SELECT count(*)::int FROM activity_attempts WHERE error ->> 'code' = 'lease_expired') AS recoveries,
       (SELECT count(*)::int FROM timers WHERE ending = 'fired') AS "timersFired",
       (SELECT count(*)::int FROM signals WHERE consumed_by IS NOT NULL) AS "signalsConsumed",
       (SELECT count(*)::int FROM events WHERE type = 'ACTIVITY_COMPENSATED') AS undone,
       (SELECT count(*)::int FROM branches) AS branches,
       (SELECT jsonb_object_agg(status, n) FROM (SELECT status, count(*) AS n FROM instances GROUP BY status) s) AS ends`,
  );
  return {
    workerKills: workers.kills,
    workerPauses: workers.pauses,
    externalKills: externalWorkers.kills,
    externalPauses: externalWorkers.pauses,
    ...struck,
    pausesByPeople: people.pauses,
    calls: partner.server.received.length,
    failedCalls: partner.failures,
    effects: partner.effects.size,
    repeatedCalls: partner.repeats,
    ...rows[0]!,
    verified,
    unplanned,
  };
}

/** The figures in words, for whoever started the run. */
export function describeFigures(figures: Figures): string {
  const ends = Object.entries(figures.ends).map(([status, n]) => `${n} ${status}`);
  const lines = [
    `Struck: ${figures.workerKills} workers killed, ${figures.workerPauses} paused beyond their lease; ` +
      `${figures.externalKills} external workers killed, ${figures.externalPauses} paused; ` +
      `${figures.databaseKills} times the database killed; ${figures.connections} connections cut in ${figures.cuts} cuts; ` +
      `${figures.pausesByPeople} instances paused by support.`,
    `Instances: ${figures.instances} (${ends.join(', ')}), ${figures.events} events, ${figures.branches} branches, ` +
      `${figures.timersFired} timers fired, ${figures.signalsConsumed} signals consumed, ${figures.undone} effects undone.`,
    `Attempts: ${figures.attempts}, ${figures.recoveries} of them taken over from lost workers.`,
    `Partner: ${figures.calls} calls (${figures.failedCalls} failed or answered too late), ${figures.effects} effects, each under ` +
      `one key; ${figures.repeatedCalls} calls repeated under the key of what was done.`,
    `Histories: ${figures.verified} verified and replayed.`,
    ...figures.unplanned.map((what) => `Given up to a person: ${what}`),
  ];
  return lines.join('\n');
}
