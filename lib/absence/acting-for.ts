import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { Actor } from '@/lib/people/actor';
import { isBareKey } from '@/lib/people/authorize';
import type { Person } from '@/lib/engine/snapshot';
import type { Scope } from './scope';

/** Somebody who is away now, as their deputy acts for them. */
export type Principal = Person &
  Scope & {
    readonly roles: readonly string[];
    /** Id of the absence that makes the person their deputy. */
    readonly absence: string;
    /** Until when, as it stands now. */
    readonly until: string;
    /** Names of the deputies in between, who are away themselves. */
    readonly through: readonly string[];
  };

/** A JSON list of those for whom the person of `id` stands in now, as `Principal`s; `tenant.id` is the tenant. */
export function principalsOf(id: string): string {
  return `coalesce((SELECT jsonb_agg(jsonb_build_object('id', f.person_id, 'name', f.name, 'email', f.email, 'roles', f.roles,
    'absence', f.absence_id, 'until', public.instant_text(f.until), 'processes', f.processes, 'mostAmount', f.most_amount,
    'through', f.through) ORDER BY f.name, f.person_id) FROM public.acting_for(tenant.id, ${id}) AS f), '[]')`;
}

const actingForStatement = tenantStatement('acting_for', `SELECT ${principalsOf('$2')} AS principals`);

/** Those for whom the actor stands in now, by name: what the inbox's view “acting for” is about. */
export async function actingFor(actor: Actor): Promise<readonly Principal[]> {
  if (isBareKey(actor)) return [];
  const [row] = await readTenant<{ principals: Principal[] }>(appPool(), actor.tenantId, actingForStatement, [
    actor.personId,
  ]);
  return row?.principals ?? [];
}
