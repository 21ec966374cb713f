import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { Actor } from '@/lib/people/actor';
import { findColleagues } from '@/lib/people/directory';
import { readInput } from '@/lib/people/input';
import { type Result, done, refuseFields } from '@/lib/people/refusal';
import { authorizeComment } from './authorize-comment';
import { limits, type Mentionable, type MentionablePerson, mentionableSchema } from './schema';

const readers = tenantStatement(
  'readers_of_instance',
  'SELECT r.person_id AS id FROM tenant CROSS JOIN LATERAL public.readers_of(tenant.id, $2, $3::uuid[]) AS r',
);

/** Those of some people who may read the instance now. */
async function readersOf(
  tenantId: string,
  instanceId: string,
  people: readonly string[],
): Promise<ReadonlySet<string>> {
  if (people.length === 0) return new Set();
  const rows = await readTenant<{ id: string }>(appPool(), tenantId, readers, [instanceId, people]);
  return new Set(rows.map(({ id }) => id));
}

/** Colleagues whom the actor may want to name in a comment, and who of them may read what it is about. */
export async function findMentionable(
  actor: Actor,
  instanceId: string,
  query: Mentionable = {},
): Promise<Result<readonly MentionablePerson[]>> {
  const authorized = await authorizeComment(actor, instanceId);
  if (!authorized.ok) return authorized;
  const read = readInput(mentionableSchema, query);
  if (!read.ok) return read;
  const found = await findColleagues(actor, { q: read.value.q, limit: limits.mentionable + 1 });
  if (!found.ok) return found;
  const others = found.value.filter(({ id }) => id !== actor.personId).slice(0, limits.mentionable);
  const may = await readersOf(
    actor.tenantId,
    instanceId,
    others.map(({ id }) => id),
  );
  return done(others.map((person) => ({ ...person, maySee: may.has(person.id) })));
}

/** Refuses to name somebody who may not read what the comment is about: they could not follow the message. */
export async function checkMentions(
  { tenantId }: Actor,
  instanceId: string,
  people: readonly string[],
): Promise<Result<null>> {
  const may = await readersOf(tenantId, instanceId, people);
  const wrong = people.flatMap((id, index) =>
    may.has(id)
      ? []
      : [{ path: `/mentions/${index}`, message: 'may not see this request, so they cannot be told of it' }],
  );
  return wrong.length > 0 ? refuseFields(wrong) : done(null);
}
