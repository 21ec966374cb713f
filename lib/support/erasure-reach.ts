import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { Definition } from '@/lib/engine/definition/schema';
import type { SubWorkflowStep } from '@/lib/engine/definition/step-schema';
import { readable, readableValues } from '@/lib/instances/access';
import type { Actor } from '@/lib/people/actor';
import { loadDefinition } from '@/lib/runtime/snapshot';

/** An instance that belongs to one family of parents, sub-processes, and requests that take others up again. */
export type Member = {
  readonly id: string;
  readonly parentId: string | null;
  /** The step of its parent that asked for it. */
  readonly parentStep: string | null;
  readonly reopenedFrom: string | null;
  readonly versionId: string;
  readonly live: boolean;
  readonly readable: boolean;
};

/** A family that one erasure can reach; a larger one is erased piece by piece. */
export const largestFamily = 300;

const statement = tenantStatement(
  'erasure_family',
  `WITH RECURSIVE family (id) AS (
     SELECT $2::uuid
     UNION
     SELECT around.id FROM family f CROSS JOIN LATERAL (
       SELECT c.id FROM public.instances c WHERE c.tenant_id = tenant.id AND c.parent_id = f.id
       UNION ALL SELECT r.id FROM public.instances r WHERE r.tenant_id = tenant.id AND r.reopened_from = f.id
       UNION ALL SELECT up.id FROM public.instances o CROSS JOIN LATERAL (VALUES (o.parent_id), (o.reopened_from)) AS up (id)
         WHERE o.tenant_id = tenant.id AND o.id = f.id AND up.id IS NOT NULL) AS around
   )
   SELECT i.id, i.parent_id AS "parentId", c.step AS "parentStep", i.reopened_from AS "reopenedFrom",
     i.definition_version_id AS "versionId", i.closed_at IS NULL AS live, ${readable(4)} AS readable
   FROM (SELECT f.id FROM family f LIMIT $3) AS f
   JOIN public.instances i ON i.tenant_id = tenant.id AND i.id = f.id
   LEFT JOIN public.children c ON c.tenant_id = tenant.id AND c.instance_id = i.parent_id AND c.key = i.parent_child
   ORDER BY i.id`,
);

/** The whole family of an instance, itself among it: at most one more than `largestFamily`. */
export function readFamily(actor: Actor, id: string): Promise<Member[]> {
  const values = [id, largestFamily + 1, ...readableValues(actor)];
  return readTenant<Member>(appPool(), actor.tenantId, statement, values);
}

/**
 * The paths under which each member of a family has the same values as the first one has under `paths`: followed up and down
 * through what the steps hand on as it is (`context.customer` or `item.name`). What a step computes has no path to follow.
 * @returns member's id → its paths
 */
export async function followPaths(
  actor: Actor,
  family: readonly Member[],
  id: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const byId = new Map(family.map((member) => [member.id, member]));
  const reached = new Map<string, Set<string>>(family.map((member) => [member.id, new Set<string>()]));
  const open: { readonly id: string; readonly path: string }[] = [];
  const reach = (at: string, path: string) => {
    const known = reached.get(at);
    if (!known || known.has(path)) return;
    known.add(path);
    open.push({ id: at, path });
  };
  for (const path of paths) reach(id, path);
  for (let next = open.pop(); next; next = open.pop()) {
    const { id: at, path } = next;
    for (const other of family) {
      if (other.reopenedFrom === at || byId.get(at)?.reopenedFrom === other.id) reach(other.id, path);
      if (other.parentId === at)
        for (const found of handedOn(await pairsOf(actor, byId, other), 'up', path)) reach(other.id, found);
      if (byId.get(at)?.parentId === other.id)
        for (const found of handedOn(await pairsOf(actor, byId, byId.get(at)!), 'down', path))
          reach(other.id, found);
    }
  }
  return reached;
}

/** A place of the parent's data and the place of its child's that holds the same. */
export type Pair = { readonly up: string; readonly down: string };

/** Where the same is on the other side of a pair: there, inside of it, or around it. */
export function handedOn(pairs: readonly Pair[], from: keyof Pair, path: string): string[] {
  const to = from === 'up' ? 'down' : 'up';
  return pairs.flatMap((pair) => {
    if (pair[from] === path || pair[from].startsWith(`${path}.`)) return [pair[to]];
    return path.startsWith(`${pair[from]}.`) ? [`${pair[to]}${path.slice(pair[from].length)}`] : [];
  });
}

async function pairsOf(
  { tenantId }: Actor,
  byId: ReadonlyMap<string, Member>,
  child: Member,
): Promise<readonly Pair[]> {
  const parent = child.parentId === null ? undefined : byId.get(child.parentId);
  if (!parent) return [];
  const { content } = await loadDefinition(appPool(), tenantId, parent.versionId);
  return pairsOfStep(content, child.parentStep);
}

/** What the step of a parent hands to its children and takes back from them as it is. */
export function pairsOfStep(definition: Definition, stepKey: string | null): readonly Pair[] {
  const step = definition.steps.find((one) => one.key === stepKey);
  if (step?.type !== 'SUB_WORKFLOW') return [];
  const input = Object.entries(step.input ?? {}).flatMap(([down, expression]) =>
    pathIn(expression, rootsOf(step)).map((up) => ({ up, down })),
  );
  const roots = { 'result.context': '', 'result.input': '' };
  const output = Object.entries(step.output ?? {}).flatMap(([up, expression]) =>
    pathIn(expression, roots).map((down) => ({ up, down })),
  );
  return [...input, ...output];
}

/** What a name at the beginning of an expression stands for in the parent's data. */
function rootsOf({ forEach }: SubWorkflowStep): Readonly<Record<string, string>> {
  const own = { context: '', input: '' };
  const [items] = forEach ? pathIn(forEach.items, own) : [];
  return items === undefined ? own : { ...own, [forEach?.as ?? 'item']: items };
}

/** The path that an expression names, if it is nothing but one. */
function pathIn(expression: string, roots: Readonly<Record<string, string>>): string[] {
  const text = expression.trim();
  if (!/^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/u.test(text)) return [];
  const root = Object.keys(roots).find((name) => text === name || text.startsWith(`${name}.`));
  if (root === undefined) return [];
  const path = [roots[root], text.slice(root.length + 1)].filter((part) => part !== '').join('.');
  return path === '' ? [] : [path];
}
