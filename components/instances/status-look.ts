import type { StatusShape } from '@/components/ui/status-glyph';
import type { Tone } from '@/components/ui/tone';
import type { ActivityStatus, ChildStatus, InstanceStatus, TaskStatus } from '@/lib/engine/lifecycle';
import type { InstanceDetail } from '@/lib/instances/schema';

export type Look = { readonly shape: StatusShape; readonly tone: Tone };

/** Shape and colour of an instance's status; its word is `instances.statuses.<status>`. */
const instanceLooks: Readonly<Record<InstanceStatus, Look>> = {
  created: { shape: 'planned', tone: 'neutral' },
  validated: { shape: 'planned', tone: 'neutral' },
  scheduled: { shape: 'planned', tone: 'neutral' },
  running: { shape: 'active', tone: 'accent' },
  waiting: { shape: 'waiting', tone: 'accent' },
  resumed: { shape: 'active', tone: 'accent' },
  paused: { shape: 'paused', tone: 'caution' },
  needs_attention: { shape: 'attention', tone: 'danger' },
  failed: { shape: 'failed', tone: 'danger' },
  compensating: { shape: 'undoing', tone: 'caution' },
  compensation_failed: { shape: 'attention', tone: 'danger' },
  completed: { shape: 'done', tone: 'positive' },
  reversed: { shape: 'undone', tone: 'neutral' },
  cancelled: { shape: 'cancelled', tone: 'neutral' },
};

/** Outcomes that nobody would put a green tick on. */
const unwelcome = [
  'rejected',
  'refused',
  'denied',
  'declined',
  'withdrawn',
  'cancelled',
  'failed',
  'expired',
  'given_up',
];

/** The look of an instance: its status's, and a quiet one where it ended otherwise than was asked for. */
export function lookOfInstance({
  status,
  outcome,
}: {
  readonly status: InstanceStatus;
  readonly outcome: string | null;
}): Look {
  const look = instanceLooks[status];
  return status === 'completed' && outcome !== null && unwelcome.includes(outcome)
    ? { ...look, tone: 'neutral' }
    : look;
}

/** Of an activity's status; its word is `instances.activityStatuses.<status>`. */
export const activityLooks: Readonly<Record<ActivityStatus, Look>> = {
  created: { shape: 'planned', tone: 'neutral' },
  ready: { shape: 'planned', tone: 'neutral' },
  scheduled: { shape: 'waiting', tone: 'neutral' },
  running: { shape: 'active', tone: 'accent' },
  completed: { shape: 'done', tone: 'positive' },
  failed: { shape: 'failed', tone: 'danger' },
  retrying: { shape: 'undoing', tone: 'caution' },
  skipped: { shape: 'cancelled', tone: 'neutral' },
  cancelled: { shape: 'cancelled', tone: 'neutral' },
};

/** Of what became of undoing an effect; its word is `instance.saga.states.<state>`. */
export const undoLooks: Readonly<Record<InstanceDetail['ledger'][number]['state'], Look>> = {
  to_undo: { shape: 'done', tone: 'neutral' },
  undoing: { shape: 'undoing', tone: 'caution' },
  undone: { shape: 'undone', tone: 'positive' },
  failed: { shape: 'attention', tone: 'danger' },
  skipped: { shape: 'cancelled', tone: 'neutral' },
  not_needed: { shape: 'cancelled', tone: 'neutral' },
  irreversible: { shape: 'done', tone: 'caution' },
  none: { shape: 'done', tone: 'neutral' },
};

/** Of a child that has no instance to show; its word is `instance.children.statuses.<status>`. */
export const childLooks: Readonly<Record<ChildStatus, Look>> = {
  created: { shape: 'planned', tone: 'neutral' },
  started: { shape: 'active', tone: 'accent' },
  completed: { shape: 'done', tone: 'positive' },
  failed: { shape: 'failed', tone: 'danger' },
  cancelled: { shape: 'cancelled', tone: 'neutral' },
};

/** Of a task's status; its word is `instances.taskStatuses.<status>`. */
export const taskLooks: Readonly<Record<TaskStatus, Look>> = {
  pending: { shape: 'waiting', tone: 'accent' },
  in_progress: { shape: 'active', tone: 'accent' },
  completed: { shape: 'done', tone: 'positive' },
  cancelled: { shape: 'cancelled', tone: 'neutral' },
};
