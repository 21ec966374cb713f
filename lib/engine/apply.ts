import { applyActivity } from './apply-activity';
import { applyBranch, applyBranchState, forgetVisits } from './apply-branch';
import { applyChild } from './apply-child';
import { awaitSignal, consumeSignal, receiveSignal } from './apply-signal';
import { applyTask } from './apply-task';
import { changeDeadline, dropTimers, fireTimer, setTimers } from './apply-timer';
import { type ContextChanges, setPaths } from './context-path';
import { type InstanceStatus, instanceMoves, isClosed } from './lifecycle';
import { type Occurrence, dataOf, expectFrom, expectMove, keyOf, misfit } from './occurrence';
import { type Incident, type Snapshot, mainBranch } from './snapshot';
import { withParts } from './with-parts';

/** The snapshot of an instance that has no event yet. */
export function emptySnapshot(): Snapshot {
  return {
    instanceId: '',
    definitionKey: '',
    definitionVersion: 0,
    subject: { type: '', id: '' },
    correlationKey: null,
    requester: null,
    input: {},
    parent: null,
    reopenedFrom: null,
    startedAt: null,
    sequence: 0,
    status: null,
    state: null,
    waitingFor: [],
    outcome: null,
    ending: null,
    context: {},
    visits: {},
    stays: {},
    branches: {},
    tasks: {},
    activities: {},
    results: {},
    children: {},
    incidents: {},
    timers: {},
    signals: {},
  };
}

/**
 * The snapshot after one event: the only place that changes a snapshot, for events that `decide` plans and for
 * those of a history alike, so that replaying a history cannot differ from what was stored.
 * Throws an `Error` when the event does not fit the snapshot (its `from` is not what is there, or the move is not in
 * a closed list): a defect of the core, or a history that was tampered with.
 */
export function apply(snapshot: Snapshot, event: Occurrence): Snapshot {
  const changed = applyType(applySubject(snapshot, event), event);
  const sequence = snapshot.sequence + 1;
  if (changed === snapshot) return withParts(snapshot, { sequence });
  // For speed: what differs is a copy that was made here, so it need not be copied once more for its number.
  (changed as { sequence: number }).sequence = sequence;
  return changed;
}

function applySubject(snapshot: Snapshot, event: Occurrence): Snapshot {
  switch (event.subject) {
    case 'status':
      return applyStatus(snapshot, event);
    case 'state':
      return applyState(snapshot, event);
    case 'branch':
      return applyBranch(snapshot, event);
    case 'activity':
      return applyActivity(snapshot, event);
    case 'child':
      return applyChild(snapshot, event);
    case 'task':
      return applyTask(snapshot, event);
    case 'step':
    case 'transition':
    case 'signal':
    case 'timer':
    case 'context':
      return snapshot;
  }
}

function applyStatus(snapshot: Snapshot, event: Occurrence): Snapshot {
  const to = event.to as InstanceStatus;
  expectFrom(event, snapshot.status);
  if (snapshot.status === null) expectMove(event, to === 'created');
  else expectMove(event, instanceMoves[snapshot.status].includes(to));
  const waitingFor = to === 'waiting' ? dataOf(event, 'WORKFLOW_WAITING').waitingFor : [];
  const moved = withParts(snapshot, { status: to, waitingFor });
  return isClosed(to) ? dropTimers(moved, () => true, event.occurredAt) : moved;
}

function applyState(snapshot: Snapshot, event: Occurrence): Snapshot {
  if (event.branch !== mainBranch) return applyBranchState(snapshot, event);
  expectFrom(event, snapshot.state);
  return withParts(snapshot, { state: event.to });
}

/** What an event says besides the move of its subject. */
function applyType(snapshot: Snapshot, event: Occurrence): Snapshot {
  switch (event.type) {
    case 'WORKFLOW_CREATED': {
      const data = dataOf(event, 'WORKFLOW_CREATED');
      return withParts(snapshot, {
        instanceId: data.instance,
        definitionKey: data.definition,
        definitionVersion: data.version,
        subject: data.subject,
        correlationKey: data.correlationKey,
        requester: data.requester,
        input: data.input,
        parent: data.parent ?? null,
        reopenedFrom: data.reopenedFrom ?? null,
        context: data.input,
      });
    }
    case 'WORKFLOW_STARTED':
      return setTimers(
        withParts(snapshot, { startedAt: event.occurredAt }),
        event,
        dataOf(event, 'WORKFLOW_STARTED').timers ?? [],
      );
    case 'WORKFLOW_MIGRATED': {
      const { version, set } = dataOf(event, 'WORKFLOW_MIGRATED');
      return withSetPaths(withParts(snapshot, { definitionVersion: version }), set);
    }
    case 'WORKFLOW_COMPLETED':
      return withParts(snapshot, { outcome: dataOf(event, 'WORKFLOW_COMPLETED').outcome });
    case 'WORKFLOW_NEEDS_ATTENTION':
      return openIncident(snapshot, dataOf(event, 'WORKFLOW_NEEDS_ATTENTION').incident, event);
    case 'WORKFLOW_COMPENSATION_FAILED':
      return openIncident(snapshot, dataOf(event, 'WORKFLOW_COMPENSATION_FAILED').incident, event);
    case 'WORKFLOW_CANCELLING':
      return withParts(snapshot, { ending: dataOf(event, 'WORKFLOW_CANCELLING').ending });
    case 'WORKFLOW_COMPENSATING': {
      const { ending, incidents = [], resolution } = dataOf(event, 'WORKFLOW_COMPENSATING');
      const closed = closeIncidents(snapshot, incidents, resolution ?? 'compensating', event);
      return ending ? { ...closed, ending } : closed;
    }
    case 'WORKFLOW_RESUMED': {
      const { incidents, resolution } = dataOf(event, 'WORKFLOW_RESUMED');
      return incidents ? closeIncidents(snapshot, incidents, resolution ?? 'resumed', event) : snapshot;
    }
    case 'WORKFLOW_CANCELLED':
      return closeIncidents(snapshot, Object.keys(snapshot.incidents), 'cancelled', event);
    case 'STEP_ENTERED':
      return enterStep(snapshot, event);
    case 'STEP_EXITED':
      return exitStep(snapshot, event);
    case 'TRANSITION_BEGUN':
      return leaveStep(snapshot, event);
    case 'BRANCHES_JOINED':
      return forgetVisits(snapshot, event);
    case 'USER_TASK_DECIDED':
      return withSetPaths(snapshot, dataOf(event, 'USER_TASK_DECIDED').set);
    case 'ACTIVITY_COMPLETED':
      return withSetPaths(snapshot, dataOf(event, 'ACTIVITY_COMPLETED').set);
    case 'CHILDREN_JOINED':
      return withSetPaths(snapshot, dataOf(event, 'CHILDREN_JOINED').set);
    case 'TIMERS_SET':
      return setTimers(snapshot, event, dataOf(event, 'TIMERS_SET').timers);
    case 'DEADLINE_CHANGED':
      return changeDeadline(snapshot, event);
    case 'TIMER_FIRED':
    case 'DEADLINE_PASSED':
      return fireTimer(snapshot, event);
    case 'SIGNAL_AWAITED':
      return awaitSignal(snapshot, event);
    case 'SIGNAL_RECEIVED':
    case 'FILE_RECEIVED':
      return receiveSignal(snapshot, event);
    case 'SIGNAL_CONSUMED':
      return withSetPaths(consumeSignal(snapshot, event), dataOf(event, 'SIGNAL_CONSUMED').set);
    case 'CONTEXT_EDITED': {
      const { replace, remove } = dataOf(event, 'CONTEXT_EDITED');
      const kept = Object.entries(snapshot.context).filter(([name]) => !remove.includes(name));
      return withParts(snapshot, { context: { ...Object.fromEntries(kept), ...replace } });
    }
    default:
      return snapshot;
  }
}

function enterStep(snapshot: Snapshot, event: Occurrence): Snapshot {
  const { step, visit } = dataOf(event, 'STEP_ENTERED');
  const key = keyOf(event);
  const stay = { key, branch: event.branch, step, visit, enteredAt: event.occurredAt, exitedAt: null };
  return withParts(snapshot, {
    visits: { ...snapshot.visits, [`${event.branch}:${step}`]: visit },
    stays: { ...snapshot.stays, [key]: stay },
  });
}

function exitStep(snapshot: Snapshot, event: Occurrence): Snapshot {
  const stay = snapshot.stays[keyOf(event)];
  if (!stay || stay.exitedAt !== null) throw misfit(event, 'that stay is not open');
  const stays = { ...snapshot.stays, [stay.key]: { ...stay, exitedAt: event.occurredAt } };
  return dropTimers(withParts(snapshot, { stays }), (timer) => timer.stay === stay.key, event.occurredAt);
}

function leaveStep(snapshot: Snapshot, event: Occurrence): Snapshot {
  const { stay: key, ...why } = dataOf(event, 'TRANSITION_BEGUN');
  const stay = snapshot.stays[key];
  if (!stay || stay.exitedAt !== null) throw misfit(event, 'that stay is not open');
  const leaving = { transition: keyOf(event), ...why };
  const stays = { ...snapshot.stays, [key]: { ...stay, leaving } };
  return dropTimers(withParts(snapshot, { stays }), (timer) => timer.stay === key, event.occurredAt);
}

function openIncident(
  snapshot: Snapshot,
  incident: Pick<Incident, 'key' | 'step' | 'code' | 'message'>,
  event: Occurrence,
): Snapshot {
  const opened = { ...incident, openedAt: event.occurredAt, closedAt: null, resolution: null };
  return withParts(snapshot, { incidents: { ...snapshot.incidents, [incident.key]: opened } });
}

function closeIncidents(
  snapshot: Snapshot,
  keys: readonly string[],
  resolution: string,
  event: Occurrence,
): Snapshot {
  const closed = Object.entries(snapshot.incidents).map(([key, incident]) =>
    keys.includes(key) && incident.closedAt === null
      ? [key, { ...incident, closedAt: event.occurredAt, resolution }]
      : [key, incident],
  );
  return withParts(snapshot, { incidents: Object.fromEntries(closed) });
}

function withSetPaths(snapshot: Snapshot, set: ContextChanges | undefined): Snapshot {
  return set ? withParts(snapshot, { context: setPaths(snapshot.context, set) }) : snapshot;
}
