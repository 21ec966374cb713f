import { appPool } from '@/lib/database/pool';
import { log } from '@/lib/observability/log';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { type Result, done } from '@/lib/people/refusal';
import { stepName } from '@/lib/instances/names';
import { type OperationsCounts, readCounts, readTrend, takeCounts } from '@/lib/runtime/operations-counts';
import { loadDefinition } from '@/lib/runtime/snapshot';
import type { Board } from './schema';

/** Counts younger than this are shown as they are, in milliseconds. */
const freshFor = 5_000;
/** Counting takes no more than this part of the time: where it takes long, counts are kept longer. */
const mostOfTime = 0.05;
/** Counts older than this are not shown while new ones are taken; the board waits for those. */
const oldestShown = 120_000;
/** Hours of the trend. */
const trendHours = 24;

const counting = new Map<string, Promise<OperationsCounts>>();

/**
 * How all live instances are: where, for how long, what is late, what has failed. The counts were taken within the last seconds
 * and are the same for everybody; while they are renewed, the old ones are shown.
 */
export async function readBoard(actor: Actor): Promise<Result<Board>> {
  const lacking = lacks(actor, 'instances.read_all');
  if (lacking) return lacking;
  const [kept, trend] = await Promise.all([
    readCounts(appPool(), actor.tenantId),
    readTrend(appPool(), actor.tenantId, trendHours),
  ]);
  const fresh = kept && kept.age < Math.max(freshFor, kept.counts.took / mostOfTime);
  if (fresh) return done(await named(actor, kept.counts, trend));
  const next = count(actor.tenantId);
  if (!kept || kept.age > oldestShown) return done(await named(actor, await next, trend));
  next.catch((error: unknown) => log('support').warn({ err: error }, 'live instances could not be counted'));
  return done(await named(actor, kept.counts, trend));
}

/** The counts with the names that their versions give. */
async function named(actor: Actor, counts: OperationsCounts, trend: Board['trend']): Promise<Board> {
  const steps = await Promise.all(
    counts.steps.map(async ({ versionId, ...row }) => {
      const { content } = await loadDefinition(appPool(), actor.tenantId, versionId);
      return { ...row, definitionName: content.name, stepName: stepName(content, row.step) };
    }),
  );
  return { ...counts, steps, trend };
}

/** One count of a tenant at a time, however many look. */
function count(tenantId: string): Promise<OperationsCounts> {
  const under = counting.get(tenantId);
  if (under) return under;
  const next = takeCounts(appPool(), tenantId).finally(() => counting.delete(tenantId));
  counting.set(tenantId, next);
  return next;
}
