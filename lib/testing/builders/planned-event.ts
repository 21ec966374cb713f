import { apply } from '@/lib/engine/apply';
import type { PlannedEvent } from '@/lib/engine/event';
import type { JsonObject } from '@/lib/engine/json';
import {
  type ActivityStatus,
  type ChildStatus,
  type EventType,
  type InstanceStatus,
  type TaskStatus,
  isOpenActivity,
  isOpenTask,
} from '@/lib/engine/lifecycle';
import { type Snapshot, mainBranch, stayKey } from '@/lib/engine/snapshot';

/** Events written by hand, lawful or not, for plans that the core would never make. */

const now = '2026-03-02T09:00:00.000000Z';

const statusTypes: Record<InstanceStatus, EventType> = {
  created: 'WORKFLOW_CREATED',
  validated: 'WORKFLOW_VALIDATED',
  scheduled: 'WORKFLOW_SCHEDULED',
  running: 'WORKFLOW_CONTINUED',
  waiting: 'WORKFLOW_WAITING',
  resumed: 'WORKFLOW_RESUMED',
  paused: 'WORKFLOW_PAUSED',
  needs_attention: 'WORKFLOW_NEEDS_ATTENTION',
  failed: 'WORKFLOW_FAILED',
  compensating: 'WORKFLOW_COMPENSATING',
  compensation_failed: 'WORKFLOW_COMPENSATION_FAILED',
  completed: 'WORKFLOW_COMPLETED',
  reversed: 'WORKFLOW_REVERSED',
  cancelled: 'WORKFLOW_CANCELLED',
};

const statusData: Partial<Record<InstanceStatus, JsonObject>> = {
  waiting: { waitingFor: ['human_task'] },
  needs_attention: {
    incident: { key: 'main:in_review:1', step: 'in_review', code: 'activity_failed', message: 'It failed.' },
  },
  compensating: { ending: { by: 'compensation', then: 'reversed', reason: null }, irreversible: [] },
  compensation_failed: {
    incident: { key: 'main:paying:1:pay~undo', step: 'paying', code: 'compensation_failed', message: 'No.' },
  },
  completed: { outcome: 'approved' },
  cancelled: { mode: 'immediate' },
};

/** The instance's status moves. */
export function statusEvent(
  from: InstanceStatus | null,
  to: InstanceStatus,
  data: JsonObject = statusData[to] ?? {},
): PlannedEvent {
  const type = from === 'scheduled' && to === 'running' ? 'WORKFLOW_STARTED' : statusTypes[to];
  return { type, subject: 'status', branch: mainBranch, key: null, from, to, data };
}

/** The business state moves; `from` null enters the first step. */
export function stateEvent(from: string | null, to: string, visit = 1): PlannedEvent {
  const key = from === null ? stayKey(mainBranch, to, visit) : `${from}-${to}`;
  const [type, data]: [EventType, JsonObject] =
    from === null
      ? ['STEP_ENTERED', { step: to, visit }]
      : [
          'TRANSITION_TAKEN',
          { trigger: 'completion', condition: null, default: false, reads: {}, rules: {} },
        ];
  return { type, subject: 'state', branch: mainBranch, key, from, to, data };
}

/** An event that moves nothing of a closed list. */
export function noteEvent(
  type: EventType,
  subject: PlannedEvent['subject'],
  key: string | null,
  data: JsonObject = {},
): PlannedEvent {
  return { type, subject, branch: mainBranch, key, from: null, to: null, data };
}

const taskTypes: Record<TaskStatus, EventType> = {
  pending: 'USER_TASK_RELEASED',
  in_progress: 'USER_TASK_CLAIMED',
  completed: 'USER_TASK_COMPLETED',
  cancelled: 'USER_TASK_CANCELLED',
};

/** A task's status moves; `from` null opens it. */
export function taskEvent(from: TaskStatus | null, to: TaskStatus, key = 'main:in_review:1'): PlannedEvent {
  const step = key.split(':')[1] ?? 'in_review';
  const created = {
    step,
    visit: 1,
    title: 'Look at it',
    instructions: null,
    assignee: null,
    candidateRoles: ['approver'],
    candidatePeople: [],
    excluded: [],
    limit: null,
    form: null,
    outcomes: [{ key: 'approve', name: 'Approve' }],
    facts: [],
    approvals: { required: 1, veto: false },
    priority: 50,
    dueAt: null,
  };
  const data: Partial<Record<TaskStatus, JsonObject>> = {
    in_progress: { assignee: null },
    completed: { outcome: 'approve' },
  };
  const [type, content] =
    from === null ? (['USER_TASK_CREATED', created] as const) : ([taskTypes[to], data[to] ?? {}] as const);
  return { type, subject: 'task', branch: mainBranch, key, from, to, data: content };
}

const activityTypes: Record<ActivityStatus, EventType> = {
  created: 'ACTIVITY_CREATED',
  ready: 'ACTIVITY_READY',
  scheduled: 'ACTIVITY_SCHEDULED',
  running: 'ACTIVITY_STARTED',
  completed: 'ACTIVITY_COMPLETED',
  failed: 'ACTIVITY_FAILED',
  retrying: 'ACTIVITY_RETRYING',
  skipped: 'ACTIVITY_SKIPPED',
  cancelled: 'ACTIVITY_CANCELLED',
};

/** An activity execution's status moves; `from` null creates it. */
export function activityEvent(
  from: ActivityStatus | null,
  to: ActivityStatus,
  attempt = 1,
  key = 'main:paying:1:pay',
): PlannedEvent {
  const data: Partial<Record<ActivityStatus, JsonObject>> = {
    created: { step: 'paying', visit: 1, activity: 'pay' },
    running: {
      attempt,
      lease: { worker: 'worker-1', token: `token-${attempt}`, expiresAt: '2036-03-02T09:00:00.000000Z' },
    },
    completed: { output: { status: 200 } },
    failed: { error: { code: 'http_503', message: 'It answered 503.', retryable: true } },
    retrying: { nextAttemptAt: now },
    skipped: { because: 'a person' },
    cancelled: { because: 'cancelled' },
  };
  return {
    type: activityTypes[to],
    subject: 'activity',
    branch: mainBranch,
    key,
    from,
    to,
    data: data[to] ?? {},
  };
}

const childTypes: Record<ChildStatus, EventType> = {
  created: 'CHILD_CREATED',
  started: 'CHILD_STARTED',
  completed: 'CHILD_COMPLETED',
  failed: 'CHILD_FAILED',
  cancelled: 'CHILD_CANCELLED',
};

/** A child's status moves; `from` null asks for it. */
export function childEvent(
  from: ChildStatus | null,
  to: ChildStatus,
  key = 'main:in_review:1#1',
): PlannedEvent {
  const place = { step: 'in_review', visit: 1, position: 0, attempt: 1 };
  const data: Partial<Record<ChildStatus, JsonObject>> = {
    created: { ...place, definition: 'refund', version: null, subject: '1', input: {} },
    started: { instance: '00000000-0000-7000-8000-000000000001' },
    completed: { outcome: 'approved', output: {} },
    failed: { error: { code: 'child_failed', message: 'It failed' } },
  };
  return { type: childTypes[to], subject: 'child', branch: mainBranch, key, from, to, data: data[to] ?? {} };
}

/**
 * The snapshot after an event. What the core's own `apply` refuses is forced into it, so that a plan asks for it in the
 * row as well as in the history.
 */
export function forced(snapshot: Snapshot, event: PlannedEvent): Snapshot {
  try {
    return apply(snapshot, { ...event, occurredAt: now });
  } catch {
    return { ...forcedSubject(snapshot, event), sequence: snapshot.sequence + 1 };
  }
}

function forcedSubject(snapshot: Snapshot, event: PlannedEvent): Snapshot {
  const key = event.key ?? '';
  const task = snapshot.tasks[key];
  const execution = snapshot.activities[key];
  switch (event.subject) {
    case 'status': {
      const status = event.to as InstanceStatus;
      return { ...snapshot, status, waitingFor: status === 'waiting' ? ['human_task'] : [] };
    }
    case 'state':
      return { ...snapshot, state: event.to };
    case 'task': {
      const status = event.to as TaskStatus;
      const closedAt = isOpenTask(status) ? null : now;
      return task
        ? { ...snapshot, tasks: { ...snapshot.tasks, [key]: { ...task, status, closedAt } } }
        : snapshot;
    }
    case 'activity': {
      const status = event.to as ActivityStatus;
      const lease = status === 'running' ? { worker: 'worker-1', token: 'token-x', expiresAt: now } : null;
      const closedAt = isOpenActivity(status) ? null : now;
      const changed = execution && { ...execution, status, lease, closedAt };
      return changed ? { ...snapshot, activities: { ...snapshot.activities, [key]: changed } } : snapshot;
    }
    default:
      return snapshot;
  }
}
