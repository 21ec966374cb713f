import type { StatusShape } from '@/components/ui/status-glyph';
import type { Tone } from '@/components/ui/tone';
import type { ActivityStatus, InstanceStatus, TaskStatus } from '@/lib/engine/lifecycle';

export type Look = { readonly shape: StatusShape; readonly tone: Tone };

/** Shape and colour of an instance's status; its word is `instances.statuses.<status>`. */
export const instanceLooks: Readonly<Record<InstanceStatus, Look>> = {
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

/** Of a task's status; its word is `instances.taskStatuses.<status>`. */
export const taskLooks: Readonly<Record<TaskStatus, Look>> = {
  pending: { shape: 'waiting', tone: 'accent' },
  in_progress: { shape: 'active', tone: 'accent' },
  completed: { shape: 'done', tone: 'positive' },
  cancelled: { shape: 'cancelled', tone: 'neutral' },
};
