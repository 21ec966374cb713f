import type { DeadlineFilter } from '@/lib/support/schema';
import type { Place } from './search/place';

/** What is asked of one open stay of a live instance. */
export type StayFilters = {
  readonly state?: string | undefined;
  /** ISO 8601 durations: how long it has lasted, at least and less than. */
  readonly minAge?: string | undefined;
  readonly maxAge?: string | undefined;
};

/** SQL: a row of `step_instances` is an open stay of a live instance that meets the filters. */
export function openStay(row: string, { state, minAge, maxAge }: StayFilters, place: Place): string {
  return [
    `${row}.tenant_id = tenant.id AND ${row}.exited_at IS NULL AND ${row}.live`,
    ...(state === undefined ? [] : [`${row}.step = ${place(state)}`]),
    ...(minAge === undefined ? [] : [`${row}.entered_at <= now() - ${place(minAge)}::interval`]),
    ...(maxAge === undefined ? [] : [`${row}.entered_at > now() - ${place(maxAge)}::interval`]),
  ].join(' AND ');
}

/**
 * SQL: a row of `tasks` is open and due at some time, in that of the filter where it names one. What has no deadline is not found
 * by its tasks.
 */
export function dueTask(row: string, deadline: DeadlineFilter | undefined): string {
  const open = `${row}.tenant_id = tenant.id AND ${row}.status IN ('pending', 'in_progress') AND ${row}.due_at IS NOT NULL`;
  if (deadline === 'overdue') return `${open} AND ${row}.due_at < now()`;
  if (deadline === 'today')
    return `${open} AND ${row}.due_at >= now() AND ${row}.due_at < now() + interval '24 hours'`;
  return open;
}
