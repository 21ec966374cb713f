import { prepareJob } from '@/lib/bulk-jobs/commands';
import type { JobDetail } from '@/lib/bulk-jobs/schema';
import { inTenant, type TenantTransaction } from '@/lib/database/client';
import type { JsonObject } from '@/lib/engine/json';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput, tooLarge } from '@/lib/people/input';
import { type Result, refuse, refuseFields } from '@/lib/people/refusal';
import { newId } from '@/lib/runtime/uuid';
import { limits, type Migrate, type MigrationPlan, migrateSchema } from './schema';
import { liveInstances, readVersions, type Version } from './versions';

/**
 * Keeps a plan with an id, puts the pairs of states that it allows into the closed list, and prepares the bulk job that carries
 * it out. Nothing moves before the job is started.
 */
export async function prepareMigration(
  actor: Actor,
  key: string,
  input: Migrate,
): Promise<Result<JobDetail>> {
  const lacking = lacks(actor, 'instances.repair');
  if (lacking) return lacking;
  const read = readInput(migrateSchema, input);
  if (!read.ok) return read;
  const { plan, ids, reason, canary, stopAfter, perMinute } = read.value;
  const large = tooLarge('plan', plan, limits.planBytes);
  if (large) return large;
  const versions = await readVersions(actor, key, plan.from, plan.to);
  if (!versions.ok) return versions;
  const { source, target } = versions.value;
  const unknown = unknownSteps(plan, source, target);
  if (unknown.length > 0) return refuseFields(unknown);
  const chosen = ids ?? (await liveInstances(actor, source, limits.instances));
  if (chosen.length === 0) return refuse('invalid', `No live instance goes by version ${plan.from}.`);
  const id = newId();
  await inTenant(actor.tenantId, (tx) => keepPlan(tx, actor, key, id, plan, source, target));
  return prepareJob(actor, {
    order: { action: 'migrate', plan: id },
    selection: { ids: [...chosen] },
    reason,
    canary,
    stopAfter,
    perMinute,
  });
}

function unknownSteps({ map }: MigrationPlan, source: Version, target: Version) {
  const has = ({ definition }: Version, key: string) => definition.steps.some((step) => step.key === key);
  return Object.entries(map).flatMap(([from, to]) => {
    const path = `/plan/map/${from}`;
    if (!has(source, from)) return [{ path, message: `version ${source.version} has no step ${from}` }];
    return has(target, to) ? [] : [{ path, message: `version ${target.version} has no step ${to}` }];
  });
}

async function keepPlan(
  tx: TenantTransaction,
  actor: Actor,
  key: string,
  id: string,
  plan: MigrationPlan,
  source: Version,
  target: Version,
): Promise<void> {
  const { tenantId } = actor;
  await tx.migrationPlan.create({
    data: {
      tenantId,
      id,
      definitionKey: key,
      fromVersionId: source.id,
      fromVersion: source.version,
      toVersionId: target.id,
      toVersion: target.version,
      map: plan.map,
      data: plan.data as JsonObject,
      instances: plan.instances,
      work: plan.work,
      createdBy: actor.personId,
      createdByName: actor.name,
    },
  });
  const known = new Set(target.definition.steps.map((step) => step.key));
  const pairs = source.definition.steps
    .map(({ key: from }) => ({ from, to: plan.map[from] ?? from }))
    .filter(({ to }) => known.has(to));
  await tx.$executeRaw`INSERT INTO state_migrations (tenant_id, from_version_id, to_version_id, from_state, to_state)
    SELECT ${tenantId}::uuid, ${source.id}::uuid, ${target.id}::uuid, pair.from_state, pair.to_state
    FROM unnest(${pairs.map(({ from }) => from)}::text[], ${pairs.map(({ to }) => to)}::text[]) AS pair (from_state, to_state)
    ON CONFLICT DO NOTHING`;
}
