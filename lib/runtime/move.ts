import type { Pool } from 'pg';
import type { Input, Plan } from '@/lib/engine/decide/contract';
import { decide } from '@/lib/engine/decide/decide';
import type { Snapshot } from '@/lib/engine/snapshot';
import { countRefusal } from '@/lib/observability/metrics';
import { logMove } from './move-log';
import { type Loaded, loadInstance } from './snapshot';
import { type Mover, type Target, type TransitionRefusal, transition } from './transition';

export type Place = { readonly tenantId: string; readonly instanceId: string };

export type Moved =
  | { readonly ok: true; readonly after: Snapshot; readonly plan: Plan; readonly loaded: Loaded }
  | { readonly ok: false; readonly refusal: TransitionRefusal; readonly loaded: Loaded | null };

/** What is asked of the instance, made from what it is at the moment of asking; or why it is refused already. */
export type Ask = (
  loaded: Loaded,
) =>
  Input | { readonly refusal: TransitionRefusal } | Promise<Input | { readonly refusal: TransitionRefusal }>;

/** How often somebody else may be first before the caller is told so. */
const mostTries = 8;

/**
 * Loads an instance, lets the core decide, commits the plan. When somebody else was first (`stale`), it looks again and
 * decides again, so a caller hears `stale` only from an instance that never comes to rest.
 * `ask` may be called several times; it must not have effects of its own.
 * @param mover who moves it; a function where that depends on what is asked
 * @param known what the caller knows of the instance from its own last move: the first try decides by it and spares the load.
 * A refusal by it is not believed.
 */
export async function move(
  pool: Pick<Pool, 'query'>,
  place: Place,
  ask: Input | Ask,
  mover: Mover | ((input: Input) => Mover),
  known: Loaded | null = null,
): Promise<Moved> {
  for (let attempt = 1, here = known; ; attempt += 1, here = null) {
    const loaded = here ?? (await loadInstance(pool, place.tenantId, place.instanceId));
    if (!loaded) return { ok: false, refusal: noSuchInstance, loaded: null };
    const input = typeof ask === 'function' ? await ask(loaded) : ask;
    if ('refusal' in input) return { ok: false, refusal: input.refusal, loaded };
    const decision = decide(loaded.definition, loaded.snapshot, input, loaded.environment);
    if (!decision.ok && here) continue;
    if (!decision.ok) {
      countRefusal(decision.refusal.code);
      return { ok: false, refusal: decision.refusal, loaded };
    }
    const { plan } = decision;
    if (plan.events.length === 0) return { ok: true, after: plan.after, plan, loaded };
    const by = typeof mover === 'function' ? mover(input) : mover;
    const result = await transition(
      pool,
      { ...place, before: loaded.snapshot, ...versionsOf(input, loaded) },
      plan,
      by,
    );
    if (result.ok) {
      logMove(place, loaded.snapshot, plan, by);
      return { ok: true, after: plan.after, plan, loaded };
    }
    if (result.refusal.code !== 'stale' || attempt === mostTries) {
      return { ok: false, refusal: result.refusal, loaded };
    }
  }
}

/** The version by which the instance goes afterwards, and the one before where they differ. */
function versionsOf(input: Input, { definition }: Loaded): Pick<Target, 'definition' | 'former'> {
  return input.kind === 'migrate'
    ? { definition: input.target.definition, former: definition }
    : { definition };
}

const noSuchInstance: TransitionRefusal = {
  code: 'not_found',
  message: 'There is no such instance.',
  data: {},
};
