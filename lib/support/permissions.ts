import { type InstanceStatus, isClosed } from '@/lib/engine/lifecycle';
import { refuse } from '@/lib/people/refusal';

/** Why the data of an instance in this status are not erased; null where they may be. */
export function refuseErasing(status: InstanceStatus | null) {
  if (status !== null && isClosed(status)) return null;
  const message = 'The data of an instance are erased when it has ended: its steps still need them.';
  return refuse('not_allowed', message, { status });
}
