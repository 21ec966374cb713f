/**
 * The closed lists of DESIGN 4.1–4.3: every move that an instance, an activity execution or a task may make, and those
 * of a branch (docs/branches.md) and of a child (docs/sub-workflows.md).
 * The database holds the same rows (`lifecycle_moves`); `prisma/guarantees` proves the two equal.
 */

export type InstanceStatus =
  | 'created'
  | 'validated'
  | 'scheduled'
  | 'running'
  | 'waiting'
  | 'resumed'
  | 'paused'
  | 'needs_attention'
  | 'failed'
  | 'compensating'
  | 'compensation_failed'
  | 'completed'
  | 'reversed'
  | 'cancelled';

export type ActivityStatus =
  | 'created'
  | 'ready'
  | 'scheduled'
  | 'running'
  | 'completed'
  | 'failed'
  | 'retrying'
  | 'skipped'
  | 'cancelled';

export type TaskStatus = 'pending' | 'in_progress' | 'completed' | 'cancelled';

export type BranchStatus = 'open' | 'arrived' | 'ended' | 'cancelled';

export type ChildStatus = 'created' | 'started' | 'completed' | 'failed' | 'cancelled';

export const instanceMoves: Readonly<Record<InstanceStatus, readonly InstanceStatus[]>> = {
  created: ['validated', 'failed', 'cancelled'],
  validated: ['scheduled', 'cancelled'],
  scheduled: ['running', 'cancelled'],
  running: ['waiting', 'paused', 'needs_attention', 'compensating', 'completed', 'failed', 'cancelled'],
  waiting: ['resumed', 'paused', 'needs_attention', 'compensating', 'failed', 'cancelled'],
  resumed: ['running'],
  paused: ['resumed', 'compensating', 'cancelled'],
  needs_attention: ['resumed', 'compensating', 'failed', 'cancelled'],
  failed: ['compensating'],
  compensating: ['reversed', 'completed', 'cancelled', 'compensation_failed'],
  compensation_failed: ['compensating'],
  completed: [],
  reversed: [],
  cancelled: [],
};

export const activityMoves: Readonly<Record<ActivityStatus, readonly ActivityStatus[]>> = {
  created: ['ready', 'cancelled'],
  ready: ['scheduled', 'cancelled'],
  scheduled: ['running', 'cancelled'],
  running: ['completed', 'failed', 'cancelled'],
  failed: ['retrying', 'skipped'],
  retrying: ['scheduled', 'cancelled'],
  completed: [],
  skipped: [],
  cancelled: [],
};

export const taskMoves: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  pending: ['in_progress', 'completed', 'cancelled'],
  in_progress: ['pending', 'completed', 'cancelled'],
  completed: [],
  cancelled: [],
};

/** A branch begins as open and ends once: at its fork's join, at an END of its own, or because it is not needed any more. */
export const branchMoves: Readonly<Record<BranchStatus, readonly BranchStatus[]>> = {
  open: ['arrived', 'ended', 'cancelled'],
  arrived: [],
  ended: [],
  cancelled: [],
};

/**
 * A child as its parent sees it (docs/sub-workflows.md): asked for, then an instance of its own, until that has ended or is not
 * needed any more. One that could not be started goes from created to failed.
 */
export const childMoves: Readonly<Record<ChildStatus, readonly ChildStatus[]>> = {
  created: ['started', 'failed', 'cancelled'],
  started: ['completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
};

/** Why a waiting instance waits. A waiting instance always has at least one reason. */
export const waitReasons = [
  'human_task',
  'signal',
  'webhook',
  'message',
  'timer',
  'cron',
  'file_upload',
  'activity',
  'child_workflow',
] as const;
export type WaitReason = (typeof waitReasons)[number];

/** Who moved something (DESIGN 1). */
export const actorTypes = [
  'user',
  'staff',
  'system',
  'worker',
  'timer',
  'scheduler',
  'partner',
  'parent_workflow',
  'policy',
] as const;
export type ActorType = (typeof actorTypes)[number];

/** The statuses that never move again, `failed` (one exit, into compensation) not among them. */
export function isTerminal(status: InstanceStatus): boolean {
  return instanceMoves[status].length === 0;
}

/** True for the statuses in which nothing more happens unless a person asks for it: the terminal ones and `failed`. */
export function isClosed(status: InstanceStatus): boolean {
  return isTerminal(status) || status === 'failed';
}

/** A task that a person can still act on. */
export function isOpenTask(status: TaskStatus): boolean {
  return status === 'pending' || status === 'in_progress';
}

/** An activity execution that has not ended for good. */
export function isOpenActivity(status: ActivityStatus): boolean {
  return activityMoves[status].length > 0;
}

/** A child that its parent may still hear from. */
export function isOpenChild(status: ChildStatus): boolean {
  return childMoves[status].length > 0;
}

/** The event types of a history (DESIGN 6). */
export const eventTypes = [
  'WORKFLOW_CREATED',
  'WORKFLOW_VALIDATED',
  'WORKFLOW_SCHEDULED',
  'WORKFLOW_STARTED',
  'WORKFLOW_WAITING',
  'WORKFLOW_RESUMED',
  'WORKFLOW_CONTINUED',
  'WORKFLOW_PAUSED',
  'WORKFLOW_COMPLETED',
  'WORKFLOW_FAILED',
  'WORKFLOW_CANCELLING',
  'WORKFLOW_CANCELLED',
  'WORKFLOW_COMPENSATING',
  'WORKFLOW_REVERSED',
  'WORKFLOW_COMPENSATION_FAILED',
  'WORKFLOW_NEEDS_ATTENTION',
  'WORKFLOW_MIGRATED',
  'WORKFLOW_RECOVERED',
  'STEP_ENTERED',
  'STEP_EXITED',
  'TRANSITION_BEGUN',
  'TRANSITION_TAKEN',
  'BRANCH_MIGRATED',
  'BRANCH_OPENED',
  'BRANCH_ARRIVED',
  'BRANCH_ENDED',
  'BRANCH_CANCELLED',
  'BRANCHES_JOINED',
  'ACTIVITY_CREATED',
  'ACTIVITY_READY',
  'ACTIVITY_SCHEDULED',
  'ACTIVITY_STARTED',
  'ACTIVITY_COMPLETED',
  'ACTIVITY_FAILED',
  'ACTIVITY_RETRYING',
  'ACTIVITY_SKIPPED',
  'ACTIVITY_CANCELLED',
  'ACTIVITY_COMPENSATED',
  'CHILD_CREATED',
  'CHILD_STARTED',
  'CHILD_COMPLETED',
  'CHILD_FAILED',
  'CHILD_CANCELLING',
  'CHILD_CANCELLED',
  'CHILDREN_JOINED',
  'USER_TASK_CREATED',
  'USER_TASK_CLAIMED',
  'USER_TASK_RELEASED',
  'USER_TASK_REASSIGNED',
  'USER_TASK_DECIDED',
  'USER_TASK_COMPLETED',
  'USER_TASK_CANCELLED',
  'SIGNAL_AWAITED',
  'SIGNAL_RECEIVED',
  'SIGNAL_CONSUMED',
  'FILE_RECEIVED',
  'TIMERS_SET',
  'TIMER_FIRED',
  'DEADLINE_PASSED',
  'DEADLINE_CHANGED',
  'CONTEXT_EDITED',
  'DATA_ERASED',
] as const;
export type EventType = (typeof eventTypes)[number];
