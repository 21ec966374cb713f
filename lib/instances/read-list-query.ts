import type { Actor } from '@/lib/people/actor';
import { readInput } from '@/lib/people/input';
import { holds } from '@/lib/people/permissions';
import { type Result, done } from '@/lib/people/refusal';
import type { InstanceConditions } from './list-query';
import type { InstanceSort } from '@/lib/support/schema';
import { type InstanceListQuery, instanceListSchema } from './schema';
import { resolveFilters } from './resolve-filters';
import { resolveSearch } from './search/resolve-search';

/**
 * Filters as they came in, checked and understood, narrowed to what the actor may see: all instances for support, their own for
 * others.
 */
export async function readListQuery(
  actor: Actor,
  query: InstanceListQuery,
): Promise<Result<{ readonly where: InstanceConditions; readonly sort: InstanceSort }>> {
  const read = readInput(instanceListSchema, query);
  if (!read.ok) return read;
  const { definition, version, status, requester, subject, waitingFor, q, sort, ...rest } = read.value;
  const email = requester === 'me' ? undefined : requester?.toLowerCase();
  const [search, asked] = await Promise.all([
    resolveSearch(actor, q),
    resolveFilters(actor, { requester: email, definition, waitingFor }),
  ]);
  if (!search.ok) return search;
  const ownOnly = requester === 'me' || !holds(actor, 'instances.read_all');
  const requesterIds = ownOnly
    ? [actor.personId].filter((id) => asked.requesterIds?.includes(id) ?? true)
    : asked.requesterIds;
  const where: InstanceConditions = {
    ...rest,
    definitionIds: asked.definitionIds,
    definitionVersion: version,
    statuses: status,
    requesterIds,
    waitingFor: waitingFor && { reason: waitingFor, ...asked.waiting },
    subjectId: subject,
    search: search.value,
  };
  return done({ where, sort });
}
