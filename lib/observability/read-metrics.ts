import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { type Result, done } from '@/lib/people/refusal';
import { databaseFigures, workerFigures } from './figures';
import { exposition, processFigures } from './metrics';

/** How old an answer may be, in milliseconds: however often it is asked for, the database counts no more often. */
const freshFor = 5_000;

const kept = new Map<string, { readonly until: number; readonly text: Promise<string> }>();

/**
 * What Prometheus reads: this process's figures, those of the workers, and what the database counts for the actor's tenant.
 * It takes the permission `metrics.read` and no loopback exception: behind a proxy, everybody comes from there.
 */
export async function readMetrics(actor: Actor): Promise<Result<string>> {
  const lacking = lacks(actor, 'metrics.read');
  if (lacking) return lacking;
  const known = kept.get(actor.tenantId);
  if (known && known.until > Date.now()) return done(await known.text);
  const text = gather(actor.tenantId);
  kept.set(actor.tenantId, { until: Date.now() + freshFor, text });
  text.catch(() => kept.delete(actor.tenantId));
  return done(await text);
}

async function gather(tenantId: string): Promise<string> {
  const [own, workers, counted] = await Promise.all([
    processFigures(),
    workerFigures(),
    databaseFigures(tenantId),
  ]);
  return exposition([own, ...workers, counted]);
}
