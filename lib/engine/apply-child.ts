import { type ChildStatus, childMoves, isOpenChild } from './lifecycle';
import { type Occurrence, dataOf, expectFrom, expectMove, keyOf, misfit } from './occurrence';
import type { Child } from './child';
import type { Snapshot } from './snapshot';
import { withParts } from './with-parts';

/** The snapshot after an event about a child. One that joins a step's children moves none of them. */
export function applyChild(snapshot: Snapshot, event: Occurrence): Snapshot {
  if (event.type === 'CHILDREN_JOINED') return snapshot;
  const before = snapshot.children[keyOf(event)];
  if (event.from === null && event.to === null) {
    if (!before || !isOpenChild(before.status)) throw misfit(event, 'that child is not open');
    return withChild(snapshot, { ...before, ...changeBy(event) });
  }
  const to = event.to as ChildStatus;
  expectFrom(event, before?.status ?? null);
  expectMove(event, before ? childMoves[before.status].includes(to) : to === 'created');
  const closedAt = isOpenChild(to) ? null : event.occurredAt;
  const moved = before ?? createdChild(event);
  return withChild(snapshot, { ...moved, ...changeBy(event), status: to, closedAt });
}

function changeBy(event: Occurrence): Partial<Child> {
  switch (event.type) {
    case 'CHILD_STARTED':
      return { instance: dataOf(event, 'CHILD_STARTED').instance };
    case 'CHILD_COMPLETED': {
      const { outcome, output } = dataOf(event, 'CHILD_COMPLETED');
      return { outcome, output };
    }
    case 'CHILD_FAILED':
      return { error: dataOf(event, 'CHILD_FAILED').error };
    case 'CHILD_CANCELLING':
      return { cancelling: dataOf(event, 'CHILD_CANCELLING').cancelling };
    case 'CHILD_CANCELLED': {
      const { cancelling } = dataOf(event, 'CHILD_CANCELLED');
      return cancelling ? { cancelling } : {};
    }
    default:
      return {};
  }
}

function createdChild(event: Occurrence): Child {
  return {
    ...dataOf(event, 'CHILD_CREATED'),
    key: keyOf(event),
    branch: event.branch,
    status: 'created',
    instance: null,
    cancelling: null,
    outcome: null,
    output: null,
    error: null,
    createdAt: event.occurredAt,
    closedAt: null,
  };
}

function withChild(snapshot: Snapshot, child: Child): Snapshot {
  return withParts(snapshot, { children: { ...snapshot.children, [child.key]: child } });
}
