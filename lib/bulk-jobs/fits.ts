import { type InstanceStatus, instanceMoves, isClosed } from '@/lib/engine/lifecycle';
import type { BulkAction, Order } from './schema';

/** Statuses that wait for a person's repair. */
const inNeed: ReadonlySet<InstanceStatus> = new Set(['needs_attention', 'compensation_failed']);

const byAction: Record<BulkAction, (status: InstanceStatus, order: Order) => boolean> = {
  cancel: (status, order) =>
    instanceMoves[status].includes('cancelled') ||
    (order.action === 'cancel' &&
      order.mode === 'compensated' &&
      instanceMoves[status].includes('compensating')),
  pause: (status) => instanceMoves[status].includes('paused'),
  resume: (status) => status === 'paused',
  retry: (status) => inNeed.has(status),
  skip: (status) => inNeed.has(status),
  signal: (status) => !isClosed(status),
  reassign: (status) => !isClosed(status),
  resend: () => true,
  migrate: (status) => !isClosed(status) && status !== 'compensating' && status !== 'compensation_failed',
};

/**
 * Whether the action can mean anything to an instance in this status, by the closed list. What the instance itself says
 * when the job comes to it is what counts: it may have moved, and may have no task to reassign.
 */
export function fits(order: Order, status: InstanceStatus): boolean {
  return byAction[order.action](status, order);
}
