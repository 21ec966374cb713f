import { forTenant } from '@/lib/database/client';
import { appPool } from '@/lib/database/pool';
import type { AddedData, InputOf } from '@/lib/engine/decide/contract';
import type { Position } from '@/lib/instances/schema';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { moverOf } from '@/lib/people/mover';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { move } from '@/lib/runtime/move';
import { loadDefinition } from '@/lib/runtime/snapshot';
import { type MigrationPlan, planSchema } from './schema';
import type { Version } from './versions';

/**
 * Moves one instance to another version by a plan that was made for it. What it goes by now, and where it is, is looked at when
 * it happens; an instance that cannot go stays as it is, and `data.blocked` says why.
 */
export async function migrateInstance(
  actor: Actor,
  instanceId: string,
  planId: string,
  reason: string,
): Promise<Result<Position>> {
  const lacking = lacks(actor, 'instances.repair');
  if (lacking) return lacking;
  const stored = isUuid(planId) ? await readPlan(actor, planId) : null;
  if (!stored || !isUuid(instanceId))
    return refuse('not_found', 'There is no such instance, or no such plan.');
  const { plan, target, sourceId } = stored;
  const moved = await move(
    appPool(),
    { tenantId: actor.tenantId, instanceId },
    ({ definition, definitionVersionId }) => {
      if (definitionVersionId !== sourceId) return otherVersion(plan);
      return { ...orderOf(plan, target, definition, instanceId, reason), plan: planId };
    },
    moverOf(actor, 'staff'),
  );
  if (!moved.ok) return { ok: false, refusal: moved.refusal };
  const { status, state, sequence } = moved.after;
  return done({ id: instanceId, status: status ?? 'created', state, version: sequence });
}

/** What the core is asked for one instance of a plan. */
export function orderOf(
  plan: MigrationPlan,
  target: Version,
  source: Version['definition'],
  instanceId: string,
  reason: string,
): InputOf<'migrate'> {
  const { version, id: versionId, definition } = target;
  const own = Object.entries(plan.instances[instanceId] ?? {}).map(([path, value]) => [path, { value }]);
  const data: AddedData = { ...plan.data, ...Object.fromEntries(own) };
  return {
    kind: 'migrate',
    source,
    target: { version, versionId, definition },
    map: plan.map,
    data,
    work: plan.work,
    reason,
  };
}

function otherVersion({ from }: MigrationPlan) {
  const message = `This instance does not go by version ${from} any more.`;
  return { refusal: { code: 'not_allowed', message, data: { blocked: 'other_version' } } } as const;
}

async function readPlan(actor: Actor, id: string) {
  const { tenantId } = actor;
  const row = await forTenant(tenantId).migrationPlan.findUnique({
    where: { tenantId_id: { tenantId, id } },
  });
  if (!row) return null;
  const { fromVersion: from, toVersion: to, map, data, instances, work } = row;
  const plan = planSchema.parse({ from, to, map, data, instances, work });
  const { content } = await loadDefinition(appPool(), tenantId, row.toVersionId);
  const target: Version = { id: row.toVersionId, version: to, definition: content };
  return { plan, target, sourceId: row.fromVersionId };
}
