import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import { isJsonObject } from '@/lib/engine/context-path';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Step } from '@/lib/engine/definition/step-schema';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput, tooLarge } from '@/lib/people/input';
import { type Result, done } from '@/lib/people/refusal';
import {
  type Checked,
  type CheckMigration,
  checkSchema,
  limits,
  type PlanRow,
  type Proposal,
  proposalQuerySchema,
} from './schema';
import { verdictsOn } from './verdict';
import { liveInstances, readVersions } from './versions';

const lines = tenantStatement(
  'migration_lines',
  `SELECT s.step, count(*)::int AS lines FROM instances i
   JOIN step_instances s ON s.tenant_id = i.tenant_id AND s.instance_id = i.id AND s.exited_at IS NULL
   WHERE i.tenant_id = tenant.id AND i.definition_version_id = $2 AND i.closed_at IS NULL
     AND i.definition_id = (SELECT v.definition_id FROM definition_versions v WHERE v.tenant_id = tenant.id AND v.id = $2)
   GROUP BY s.step`,
);

/** What a plan between two versions begins with: states by key, those in use, and fields that are new. */
export async function proposeMigration(
  actor: Actor,
  key: string,
  query: { readonly from?: unknown; readonly to?: unknown },
): Promise<Result<Proposal>> {
  const lacking = lacks(actor, 'instances.repair');
  if (lacking) return lacking;
  const read = readInput(proposalQuerySchema, query);
  if (!read.ok) return read;
  const { from, to } = read.value;
  const versions = await readVersions(actor, key, from, to);
  if (!versions.ok) return versions;
  const { source, target } = versions.value;
  const [counted, live] = await Promise.all([
    readTenant<{ step: string; lines: number }>(appPool(), actor.tenantId, lines, [source.id]),
    liveInstances(actor, source, limits.instances),
  ]);
  const inUse = new Map(counted.map((row) => [row.step, row.lines]));
  const known = new Set(target.definition.steps.map((step) => step.key));
  return done({
    from,
    to,
    instances: live.length,
    states: source.definition.steps
      .map((step) => ({
        step: named(step),
        lines: inUse.get(step.key) ?? 0,
        to: known.has(step.key) ? step.key : null,
      }))
      .sort((left, right) => right.lines - left.lines),
    steps: target.definition.steps.map(named),
    newFields: newFields(source.definition, target.definition),
  });
}

/** A dry run of a plan: a verdict for each instance, and nothing is written. */
export async function checkMigration(
  actor: Actor,
  key: string,
  input: CheckMigration,
): Promise<Result<Checked>> {
  const lacking = lacks(actor, 'instances.repair');
  if (lacking) return lacking;
  const read = readInput(checkSchema, input);
  if (!read.ok) return read;
  const { plan, ids } = read.value;
  const large = tooLarge('plan', plan, limits.planBytes);
  if (large) return large;
  const versions = await readVersions(actor, key, plan.from, plan.to);
  if (!versions.ok) return versions;
  const chosen = ids ?? (await liveInstances(actor, versions.value.source, limits.instances));
  const items = await verdictsOn(actor, chosen.slice(0, limits.checked), plan, versions.value);
  const count = (verdict: string) => items.filter((item) => item.verdict === verdict).length;
  return done({
    total: chosen.length,
    ready: count('ready'),
    needsData: count('needs_data'),
    blocked: count('blocked'),
    // Those that a person has to look at come first.
    items: [...items].sort((left, right) => rank(left.verdict) - rank(right.verdict)),
  });
}

const history = tenantStatement(
  'migration_history',
  `SELECT p.id, p.from_version AS "from", p.to_version AS "to", p.map, p.work, p.created_by_name AS "createdBy",
     public.instant_text(p.created_at) AS "createdAt", coalesce((
       SELECT jsonb_agg(jsonb_build_object('id', b.id, 'status', b.status, 'total', b.total, 'done', (
         SELECT count(*) FROM bulk_job_items i WHERE i.tenant_id = b.tenant_id AND i.job_id = b.id AND i.status = 'done'))
         ORDER BY b.id)
       FROM bulk_jobs b WHERE b.tenant_id = p.tenant_id AND b.action = 'migrate' AND b.settings ->> 'plan' = p.id::text), '[]') AS jobs
   FROM migration_plans p WHERE p.tenant_id = tenant.id AND p.definition_key = $2 ORDER BY p.id DESC LIMIT 50`,
);

/** The latest plans of a definition, the newest first, with the jobs that carried them out. */
export async function listPlans(actor: Actor, key: string): Promise<Result<readonly PlanRow[]>> {
  const lacking = lacks(actor, 'instances.repair');
  if (lacking) return lacking;
  return done(await readTenant<PlanRow>(appPool(), actor.tenantId, history, [key]));
}

function named({ key, name, type }: Step) {
  return { key, name: name ?? key, type };
}

function rank(verdict: string): number {
  return ['blocked', 'needs_data', 'ready'].indexOf(verdict);
}

function newFields(source: Definition, target: Definition): Proposal['newFields'] {
  const before = new Set(requiredOf(source));
  const { input } = target;
  const properties = isJsonObject(input) && isJsonObject(input['properties']) ? input['properties'] : {};
  return requiredOf(target)
    .filter((name) => !before.has(name))
    .map((name) => {
      const property = properties[name];
      const type = isJsonObject(property) ? property['type'] : undefined;
      return { path: name, type: typeof type === 'string' ? type : null };
    });
}

function requiredOf({ input }: Definition): string[] {
  const required = isJsonObject(input) ? input['required'] : undefined;
  return Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : [];
}
