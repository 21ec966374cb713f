import { type Effect, type Plan, systemActor } from '@/lib/engine/decide/contract';
import type { PlannedEvent } from '@/lib/engine/event';
import type { EventData } from '@/lib/engine/event-data';
import type { Json } from '@/lib/engine/json';
import { type EventType, isOpenActivity } from '@/lib/engine/lifecycle';
import type { Child } from '@/lib/engine/child';
import type { ActivityExecution, Snapshot, Task } from '@/lib/engine/snapshot';

/**
 * The rows that a plan changes, in the shape that `prisma/functions/transition.sql` takes. A part of the snapshot is
 * written when the plan made it another object than before: `apply` copies what it changes and keeps the rest.
 * Lists that would be empty are left out, so that the function skips their statements.
 */
export function planWrites(before: Snapshot | null, plan: Plan): Record<string, unknown> {
  const { after } = plan;
  const stays = changes(before?.stays, after.stays);
  const branches = changes(before?.branches, after.branches);
  const tasks = changes(before?.tasks, after.tasks);
  const activities = changes(before?.activities, after.activities);
  const children = changes(before?.children, after.children);
  const timers = changes(before?.timers, after.timers);
  const signals = changes(before?.signals, after.signals);
  const writes: Record<string, unknown> = {
    events: plan.events,
    status: after.status,
    state: after.state,
    waitingFor: after.waitingFor,
    outcome: after.outcome,
    ...(after.ending && { ending: after.ending }),
    ...migrationOf(plan.events),
    ...(before?.context !== after.context && { context: after.context }),
    ...(before?.visits !== after.visits && { visits: after.visits }),
    ...(after.startedAt && !before?.startedAt && { started: true }),
  };
  const lists: Record<string, readonly unknown[]> = {
    stays: [...stays.added, ...stays.changed].map(stayRow),
    newBranches: branches.added,
    changedBranches: branches.changed,
    newTasks: tasks.added,
    changedTasks: tasks.changed.map((task) => changedTaskRow(before, task)),
    newActivities: activities.added.map(activityRow),
    changedActivities: activities.changed.map(activityRow),
    attempts: attemptRows(before, plan.events),
    results: resultRows(before, after),
    incidents: incidentRows(before, plan),
    newTimers: timers.added,
    closedTimers: timers.changed.map(({ key, ending }) => ({ key, ending })),
    newSignals: signals.added,
    consumedSignals: signals.changed.map(({ id, consumedBy }) => ({ id, consumedBy })),
    newChildren: children.added,
    changedChildren: children.changed.map(childRow),
    jobs: plan.effects.map(jobRow),
  };
  for (const name in lists) if (lists[name]!.length > 0) writes[name] = lists[name];
  return writes;
}

/** The version by which the instance goes from here on, where the plan migrates it. */
function migrationOf(events: readonly PlannedEvent[]): Record<string, unknown> {
  const migrated = events.find(({ type }) => type === 'WORKFLOW_MIGRATED');
  if (!migrated) return {};
  const { versionId, version } = migrated.data as EventData['WORKFLOW_MIGRATED'];
  return { migration: { versionId, version } };
}

function changes<T>(before: Readonly<Record<string, T>> | undefined, after: Readonly<Record<string, T>>) {
  const added: T[] = [];
  const changed: T[] = [];
  if (before !== after) {
    for (const [key, part] of Object.entries(after)) {
      const old = before?.[key];
      if (old === undefined) added.push(part);
      else if (old !== part) changed.push(part);
    }
  }
  return { added, changed };
}

function stayRow(stay: Snapshot['stays'][string]) {
  return {
    key: stay.key,
    branch: stay.branch,
    step: stay.step,
    visit: stay.visit,
    exited: stay.exitedAt !== null,
    ...(stay.leaving && { leaving: stay.leaving }),
    ...(stay.awaits !== undefined && { awaits: stay.awaits }),
  };
}

/** What of a task may change. New votes go without their instant: the database sets that of their event. */
function changedTaskRow(before: Snapshot | null, task: Task) {
  const {
    key,
    status,
    outcome,
    priority,
    dueAt,
    dueBasis,
    assignee,
    delegation,
    candidateRoles,
    candidatePeople,
  } = task;
  const known = before?.tasks[key]?.votes.length ?? 0;
  const votes = task.votes.map((vote, index) => (index < known ? vote : { ...vote, at: null }));
  return {
    key,
    status,
    outcome,
    priority,
    dueAt,
    dueBasis,
    assignee,
    candidateRoles,
    candidatePeople,
    ...(delegation && { delegation }),
    votes,
  };
}

/** What of a child may change. */
function childRow({ key, status, instance, cancelling, outcome, output, error }: Child) {
  return { key, status, instance, cancelling, outcome, output, error };
}

function activityRow(execution: ActivityExecution) {
  return { ...execution, closed: !isOpenActivity(execution.status) };
}

/** The attempts that the plan's events begin and end, each in its last form. */
function attemptRows(before: Snapshot | null, events: readonly PlannedEvent[]) {
  const rows = new Map<string, Record<string, Json>>();
  const begun = new Map<string, number>();
  for (const event of events) {
    if (event.subject !== 'activity' || event.key === null) continue;
    if (event.type === 'ACTIVITY_STARTED') {
      const { attempt, lease } = event.data as EventData['ACTIVITY_STARTED'];
      begun.set(event.key, attempt);
      rows.set(event.key, {
        execution: event.key,
        number: attempt,
        worker: lease?.worker ?? systemActor.id,
      });
    } else if (event.from === 'running') {
      const execution = before?.activities[event.key];
      rows.set(event.key, {
        worker: execution?.lease?.worker ?? systemActor.id,
        ...rows.get(event.key),
        execution: event.key,
        number: begun.get(event.key) ?? execution?.attempts ?? 1,
        result: event.to,
        error: event.data['error'] ?? null,
      });
    }
  }
  return [...rows.values()];
}

function resultRows(before: Snapshot | null, after: Snapshot) {
  if (before?.results === after.results) return [];
  return Object.entries(after.results)
    .filter(([activity, result]) => before?.results[activity] !== result)
    .map(([activity, result]) => ({ activity, ...result }));
}

/** Events that close incidents which they name, and the resolution where they name none. */
const closing: Partial<Record<EventType, string>> = {
  WORKFLOW_RESUMED: 'resumed',
  WORKFLOW_COMPENSATING: 'compensating',
};

/**
 * Incidents that the plan closes, and those that it opens (with the sequence number of the event that does). One plan may
 * do both to the same key: a retry that fails at once.
 */
function incidentRows(before: Snapshot | null, plan: Plan) {
  if (before?.incidents === plan.after.incidents) return [];
  const first = before?.sequence ?? 0;
  const open = Object.keys(before?.incidents ?? {}).filter(
    (key) => before?.incidents[key]?.closedAt === null,
  );
  const closed = plan.events.flatMap((event) => {
    if (event.type === 'WORKFLOW_CANCELLED')
      return open.map((key) => ({ key, closed: true, resolution: 'cancelled' }));
    const usual = closing[event.type];
    if (usual === undefined) return [];
    const { incidents = [], resolution = usual } = event.data as EventData['WORKFLOW_RESUMED'];
    return incidents.map((key) => ({ key, closed: true, resolution }));
  });
  const opened = plan.events.flatMap((event, index) => {
    if (event.type !== 'WORKFLOW_NEEDS_ATTENTION' && event.type !== 'WORKFLOW_COMPENSATION_FAILED') return [];
    const { incident } = event.data as EventData['WORKFLOW_NEEDS_ATTENTION'];
    return [{ ...incident, sequence: first + index + 1, closed: false }];
  });
  return [...closed, ...opened];
}

/** The relay adds the tenant and the instance to the payload. */
function jobRow(effect: Effect) {
  switch (effect.kind) {
    case 'advance':
      return { task: 'advance', payload: {}, ...(effect.at && { runAt: effect.at }) };
    case 'run_activity': {
      const { execution, at } = effect;
      return { task: 'run-activity', payload: { execution }, ...(at && { runAt: at }) };
    }
    case 'settle_child':
      return { task: 'settle-child', payload: { child: effect.child } };
  }
}
