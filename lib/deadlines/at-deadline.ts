import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import { compile } from '@/lib/engine/decide/compiled';
import { triggerName } from '@/lib/engine/definition/lint/graph';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Rung } from '@/lib/engine/definition/step-schema';
import { stepName } from '@/lib/instances/names';
import type { AtDeadline } from './at-deadline-schema';

/** The rung that acts next, as its timer has it. What it does stands in the version's content, which the process keeps. */
export type StoredAtDeadline = { readonly step: string; readonly rung: string; readonly at: string };

const open = `r.purpose = 'rung' AND r.closed_at IS NULL`;
const rung = (step: string) =>
  `jsonb_build_object('step', ${step}, 'rung', r.rung, 'at', public.instant_text(r.due_at))`;

/** Column of a task `t`: what happens at its deadline or next after it, as a `StoredAtDeadline`; null where nothing does. */
export const taskAtDeadline = `CASE WHEN t.closed_at IS NULL THEN (SELECT ${rung('t.step')} FROM public.timers r
  WHERE r.tenant_id = t.tenant_id AND r.instance_id = t.instance_id AND r.stay = t.key AND ${open}
    AND (t.due_at IS NULL OR r.due_at >= t.due_at) ORDER BY r.due_at, r.key LIMIT 1) END`;

/** Column of an instance `i`: the same for whichever of its open steps is first. */
export const instanceAtDeadline = `CASE WHEN i.closed_at IS NULL THEN (SELECT ${rung('s.step')} FROM public.timers r
  JOIN public.step_instances s ON s.tenant_id = r.tenant_id AND s.instance_id = r.instance_id AND s.key = r.stay
  LEFT JOIN public.tasks t ON t.tenant_id = r.tenant_id AND t.instance_id = r.instance_id AND t.key = r.stay
  WHERE r.tenant_id = i.tenant_id AND r.instance_id = i.id AND ${open}
    AND (t.due_at IS NULL OR r.due_at >= t.due_at) ORDER BY t.due_at NULLS LAST, r.due_at, r.key LIMIT 1) END`;

/** What the next rung does, with the names of the roles and steps in it; null where there is none any more. */
export function atDeadlineOf(
  definition: Definition,
  stored: StoredAtDeadline | null,
  roles: ReadonlyMap<string, string>,
): AtDeadline | null {
  const found = stored && rungOf(definition, stored);
  return found
    ? { ...rungWords(definition, stored.step, found, (key) => roles.get(key)), at: stored.at }
    : null;
}

/** What a rung of a step's ladder does. */
export function rungWords(
  definition: Definition,
  step: string,
  { key, action, to }: Rung,
  roleName: (key: string) => string | undefined,
): Omit<AtDeadline, 'at'> {
  return {
    action,
    roleName: to?.role === undefined ? null : (roleName(to.role) ?? to.role),
    toManager: to?.manager ?? false,
    leadsTo: action === 'transition' ? targets(definition, step, key) : [],
  };
}

const roleNames = tenantStatement(
  'role_names',
  'SELECT r.key, r.name FROM public.roles r WHERE r.tenant_id = tenant.id AND r.key = ANY ($2::text[])',
);

/** Names of the roles to which the next rungs of a page of rows go; asks the database only where there are any. */
export async function namesOfRungRoles(
  tenantId: string,
  rows: readonly { readonly definition: Definition; readonly atDeadline: StoredAtDeadline | null }[],
): Promise<ReadonlyMap<string, string>> {
  const keys = new Set(
    rows.flatMap(
      ({ definition, atDeadline }) => (atDeadline && rungOf(definition, atDeadline)?.to?.role) ?? [],
    ),
  );
  if (keys.size === 0) return new Map();
  const found = await readTenant<{ key: string; name: string }>(appPool(), tenantId, roleNames, [[...keys]]);
  return new Map(found.map(({ key, name }) => [key, name]));
}

function rungOf(definition: Definition, { step: key, rung: name }: StoredAtDeadline): Rung | undefined {
  const step = compile(definition).steps.get(key);
  return step && 'due' in step ? step.due?.ladder?.find((one) => one.key === name) : undefined;
}

function targets(definition: Definition, step: string, name: string): string[] {
  const ways = compile(definition).waysOut.get(step) ?? [];
  return [
    ...new Set(
      ways
        .filter(({ on }) => triggerName(on) === `deadline:${name}`)
        .map(({ to }) => stepName(definition, to)),
    ),
  ];
}
