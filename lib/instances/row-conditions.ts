import type { InstanceStatus } from '@/lib/engine/lifecycle';
import { isClosed } from '@/lib/engine/lifecycle';
import type { Place } from './search/place';

const usual: ReadonlySet<string> = new Set([
  'created',
  'validated',
  'scheduled',
  'running',
  'waiting',
  'resumed',
]);

/**
 * SQL conditions on a row `i` that has one of these statuses. The rarer statuses have an index of their own.
 * @param named other conditions name live instances already: what is said again the planner takes for as many times fewer
 */
export function statusConditions(
  statuses: readonly InstanceStatus[],
  named: boolean,
  place: Place,
): string[] {
  const these = `ANY (${place(statuses)}::text[])`;
  const are = `i.status = ${these}`;
  if (statuses.every((status) => !usual.has(status))) return [are, `i.rare_status = ${these}`];
  return !named && statuses.every((status) => !isClosed(status)) ? [are, 'i.closed_at IS NULL'] : [are];
}

/** SQL: an id of a row `i` is one of these; of one alone an index gives its rows in their order. */
export function isOneOf(
  column: 'id' | 'requester_id' | 'definition_id',
  ids: readonly string[],
  place: Place,
): string {
  if (ids.length === 0) return 'false';
  return ids.length === 1
    ? `i.${column} = ${place(ids[0])}::uuid`
    : `i.${column} = ANY (${place(ids)}::uuid[])`;
}
