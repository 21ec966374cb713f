import { inTenant } from '@/lib/database/client';
import type { Actor } from '@/lib/people/actor';
import { isBareKey } from '@/lib/people/authorize';
import { type Result, refuse } from '@/lib/people/refusal';
import { newId } from '@/lib/runtime/uuid';
import { getWatching, placeOf } from './queries';
import type { Watched, Watching } from './schema';

/** The person hears from now on of what happens to a request or a task, as long as they may read it. */
export async function watch(actor: Actor, watched: Watched): Promise<Result<Watching>> {
  const place = await placeOf(actor, watched);
  if (!place.ok) return place;
  if (isBareKey(actor)) return refuse('forbidden', 'A key that acts as nobody watches nothing.');
  const { tenantId, personId } = actor;
  await inTenant(tenantId, (tx) =>
    tx.watcher.createMany({
      data: [{ tenantId, id: newId(), personId, ...place.value }],
      skipDuplicates: true,
    }),
  );
  return getWatching(actor, watched);
}

/** The person hears no more of it, unless something waits for them. */
export async function stopWatching(actor: Actor, watched: Watched): Promise<Result<Watching>> {
  const place = await placeOf(actor, watched);
  if (!place.ok) return place;
  const { tenantId, personId } = actor;
  await inTenant(tenantId, (tx) => tx.watcher.deleteMany({ where: { tenantId, personId, ...place.value } }));
  return getWatching(actor, watched);
}
