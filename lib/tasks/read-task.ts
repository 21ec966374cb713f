import { principalsOf, type Principal } from '@/lib/absence/acting-for';
import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { Environment } from '@/lib/engine/decide/contract';
import type { Outcome } from '@/lib/engine/definition/step-schema';
import type { Person, Task, Vote } from '@/lib/engine/snapshot';
import { readable, readableValues } from '@/lib/instances/access';
import type { Actor } from '@/lib/people/actor';
import { type StoredTaskRow, taskColumns } from './read-tasks';

/** A task with all that its page shows. */
export type StoredTask = Omit<StoredTaskRow, 'key'> & {
  readonly more: Pick<
    Task,
    | 'instructions'
    | 'form'
    | 'candidateRoles'
    | 'candidatePeople'
    | 'excluded'
    | 'limit'
    | 'approvals'
    | 'votes'
    | 'delegation'
  >;
  readonly earlier: readonly {
    readonly taskId: string;
    readonly title: string;
    readonly step: string;
    readonly outcomes: readonly Outcome[];
    readonly vote: Vote;
  }[];
  readonly rules: Environment['rules'];
  /** Those for whom the reader stands in now. */
  readonly actingFor: readonly Principal[];
  readonly roles: Readonly<Record<string, string>>;
  readonly people: readonly Person[];
};

const detail = tenantStatement(
  'task_detail',
  `SELECT ${taskColumns}, jsonb_build_object(
      'instructions', t.instructions, 'form', t.form, 'candidateRoles', to_jsonb(t.candidate_roles),
      'candidatePeople', to_jsonb(t.candidate_people), 'excluded', to_jsonb(t.excluded), 'limit', t.authority_limit,
      'approvals', t.approvals, 'votes', t.votes)
      || CASE WHEN t.delegation IS NULL THEN '{}' ELSE jsonb_build_object('delegation', t.delegation) END AS more,
    coalesce((SELECT jsonb_agg(jsonb_build_object('taskId', o.id, 'title', o.title, 'step', o.step,
        'outcomes', o.outcomes, 'vote', v.vote) ORDER BY v.vote ->> 'at', o.id)
      FROM public.tasks o CROSS JOIN LATERAL jsonb_array_elements(o.votes) AS v (vote)
      WHERE o.tenant_id = t.tenant_id AND o.instance_id = t.instance_id AND o.id <> t.id), '[]') AS earlier,
    public.rules_in_force(tenant.id) AS rules, ${principalsOf('$4')} AS "actingFor",
    coalesce((SELECT jsonb_object_agg(r.key, r.name) FROM public.roles r
      WHERE r.tenant_id = tenant.id AND r.key = ANY (t.candidate_roles)), '{}') AS roles,
    coalesce((SELECT jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email)) FROM public.people p
      WHERE p.tenant_id = tenant.id AND p.active AND p.email = ANY (t.candidate_people)), '[]') AS people
  FROM public.tasks t JOIN public.instances i ON i.tenant_id = t.tenant_id AND i.id = t.instance_id
  WHERE t.tenant_id = tenant.id AND t.id = $2 AND ${readable(3)}`,
);

/** The task, if the actor may read its instance. */
export async function readTask(actor: Actor, taskId: string): Promise<StoredTask | null> {
  const values = [taskId, ...readableValues(actor)];
  const [row] = await readTenant<StoredTask>(appPool(), actor.tenantId, detail, values);
  return row ?? null;
}
