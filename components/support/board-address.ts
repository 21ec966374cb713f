import { addressOf, type ListFilters } from '@/components/instances/list-address';
import type { InstanceStatus } from '@/lib/engine/lifecycle';
import { ageHours } from '@/lib/support/schema';

/** Columns that a list opened from the board shows: what one asks of what waits. */
const columns = 'state,age,waitingOn,deadline,error';

/** The list behind a number of the board: exactly the instances that it counts. */
export function listOf(filters: ListFilters): string {
  return addressOf({ columns, sort: 'age', ...filters });
}

/** The two bounds of an age bucket, as the list's filters take them. */
export function ageFilters(bucket: number): Pick<ListFilters, 'minAge' | 'maxAge'> {
  const [from, until] = [ageHours[bucket], ageHours[bucket + 1]];
  return {
    ...(from ? { minAge: durationOf(from) } : {}),
    ...(until === undefined ? {} : { maxAge: durationOf(until) }),
  };
}

/** Statuses of instances that have not ended. */
export const liveStatuses: readonly InstanceStatus[] = [
  'created',
  'validated',
  'scheduled',
  'running',
  'waiting',
  'resumed',
  'paused',
  'needs_attention',
  'compensating',
  'compensation_failed',
];

function durationOf(hours: number): string {
  return hours % 24 === 0 ? `P${hours / 24}D` : `PT${hours}H`;
}
