import { holds } from '@/lib/people/permissions';
import type { Actor } from '@/lib/people/actor';

/**
 * SQL that is true for an instance `i` which the actor may read: support every one, a requester their own, and whoever
 * may decide or has decided one of its tasks, in person or for somebody who is away. Its four values stand from `$first` on.
 */
export function readable(first: number): string {
  const [all, person, roles, email] = [0, 1, 2, 3].map((offset) => `$${first + offset}`);
  return `(${all}::boolean OR i.requester_id = ${person}::uuid OR EXISTS (
    SELECT FROM public.tasks own WHERE own.tenant_id = i.tenant_id AND own.instance_id = i.id AND (
      own.assignee_id = ${person}::uuid OR own.candidate_roles && ${roles}::text[]
      OR ${email}::text = ANY (own.candidate_people)
      OR EXISTS (SELECT FROM public.acting_for(i.tenant_id, ${person}::uuid) AS away WHERE own.assignee_id = away.person_id
        OR own.candidate_roles && away.roles OR away.email = ANY (own.candidate_people))
      OR own.votes @> jsonb_build_array(jsonb_build_object('person', jsonb_build_object('id', ${person}::text))))))`;
}

/** The values of `readable`. */
export function readableValues(actor: Actor): readonly unknown[] {
  return [holds(actor, 'instances.read_all'), actor.personId, actor.roles, actor.email.toLowerCase()];
}
