import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import { readTitles } from '@/lib/inbox/read-titles';
import { readAccess } from '@/lib/instances/read-instance';
import type { Actor } from '@/lib/people/actor';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import type { Watched, Watching } from './schema';

/** Where a row of `watchers` stands. */
export type WatchedPlace = { readonly instanceId: string; readonly taskId: string | null };

/** The place of what is watched, for whoever may read it. */
export async function placeOf(actor: Actor, { kind, id }: Watched): Promise<Result<WatchedPlace>> {
  if (!isUuid(id)) return nothing;
  if (kind === 'task') {
    const task = (await readTitles(actor, [id])).get(id);
    return task ? done({ instanceId: task.instanceId, taskId: id }) : nothing;
  }
  return (await readAccess(actor, id)) ? done({ instanceId: id, taskId: null }) : nothing;
}

const watchers = tenantStatement(
  'watchers_of',
  `SELECT EXISTS (SELECT FROM public.watchers w WHERE w.tenant_id = tenant.id AND w.instance_id = $2
      AND w.task_id IS NOT DISTINCT FROM $3::uuid AND w.person_id = $4::uuid) AS watching,
    coalesce((SELECT jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name)) FROM (
      SELECT p.id, p.name FROM public.watchers w
      JOIN public.people p ON p.tenant_id = w.tenant_id AND p.id = w.person_id AND p.active
      WHERE w.tenant_id = tenant.id AND w.instance_id = $2 AND w.task_id IS NOT DISTINCT FROM $3::uuid
      ORDER BY p.name, p.id LIMIT 50) AS one), '[]') AS people
  FROM tenant`,
);

/** Who watches a request or a task that the actor may read. */
export async function getWatching(actor: Actor, watched: Watched): Promise<Result<Watching>> {
  const place = await placeOf(actor, watched);
  if (!place.ok) return place;
  const values = [place.value.instanceId, place.value.taskId, actor.personId];
  const [row] = await readTenant<Watching>(appPool(), actor.tenantId, watchers, values);
  return done(row ?? { watching: false, people: [] });
}

const nothing = refuse('not_found', 'There is no such request or task, or you may not see it.');
