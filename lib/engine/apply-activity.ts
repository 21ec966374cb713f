import { type ActivityStatus, activityMoves } from './lifecycle';
import { type Occurrence, dataOf, expectFrom, expectMove, keyOf, misfit } from './occurrence';
import type { ActivityExecution, Snapshot } from './snapshot';
import { withParts } from './with-parts';

/**
 * The snapshot after an event about an activity execution. One without `from` and `to` tells that it was undone: that is
 * what the execution that undid it says too.
 */
export function applyActivity(snapshot: Snapshot, event: Occurrence): Snapshot {
  const key = keyOf(event);
  const before = snapshot.activities[key];
  if (event.from === null && event.to === null) {
    if (!before) throw misfit(event, `there is no execution ${key}`);
    return snapshot;
  }
  const to = event.to as ActivityStatus;
  expectFrom(event, before?.status ?? null);
  expectMove(event, before ? activityMoves[before.status].includes(to) : to === 'created');

  const moved = before ?? createdExecution(event);
  const closes = to === 'completed' || to === 'skipped' || to === 'cancelled';
  const after: ActivityExecution = {
    ...moved,
    ...changeBy(event, moved),
    status: to,
    closedAt: closes ? event.occurredAt : null,
    closedSequence: closes ? snapshot.sequence + 1 : null,
  };
  return withParts(snapshot, {
    activities: { ...snapshot.activities, [key]: after },
    results:
      to === 'completed'
        ? { ...snapshot.results, [after.activity]: { output: after.output, execution: key } }
        : snapshot.results,
  });
}

function changeBy(event: Occurrence, before: ActivityExecution): Partial<ActivityExecution> {
  switch (event.type) {
    case 'ACTIVITY_STARTED': {
      const { attempt, lease } = dataOf(event, 'ACTIVITY_STARTED');
      return { attempts: attempt, lease, nextAttemptAt: null, error: null };
    }
    case 'ACTIVITY_COMPLETED':
      return { output: dataOf(event, 'ACTIVITY_COMPLETED').output, lease: null };
    case 'ACTIVITY_FAILED': {
      const { error, lost } = dataOf(event, 'ACTIVITY_FAILED');
      return { error, lease: null, losses: before.losses + (lost ? 1 : 0) };
    }
    case 'ACTIVITY_RETRYING':
      return { nextAttemptAt: dataOf(event, 'ACTIVITY_RETRYING').nextAttemptAt };
    case 'ACTIVITY_CANCELLED':
      return { lease: null, nextAttemptAt: null };
    default:
      return {};
  }
}

function createdExecution(event: Occurrence): ActivityExecution {
  const {
    step,
    visit,
    activity,
    topic = null,
    resource,
    undoOf,
    compensation,
    irreversible,
  } = dataOf(event, 'ACTIVITY_CREATED');
  return {
    key: keyOf(event),
    branch: event.branch,
    step,
    visit,
    activity,
    topic,
    ...(resource === undefined ? {} : { resource }),
    status: 'created',
    attempts: 0,
    losses: 0,
    lease: null,
    nextAttemptAt: null,
    output: null,
    error: null,
    createdAt: event.occurredAt,
    closedAt: null,
    closedSequence: null,
    undoOf: undoOf ?? null,
    compensation: compensation ?? null,
    irreversible: irreversible ?? false,
  };
}
