import { isOpenTask } from '@/lib/engine/lifecycle';
import type { InputOf, Refusal } from './contract';
import type { Draft } from './draft';
import { goOn } from './advance';
import { goOnFromIncidents, openIncidents } from './repair';
import { fireDueTimers } from './timer-fired';

/** Code of the incident of a task that nobody can do. */
const code = 'nobody_can_decide';

/**
 * Nobody can do a task any more: the instance needs attention, since it would wait for ever. Only one that waits is looked at;
 * whoever asks comes again.
 */
export function taskStranded(draft: Draft, input: InputOf<'task_stranded'>): Refusal | null {
  const { snapshot } = draft;
  const task = snapshot.tasks[input.task];
  if (!task || !isOpenTask(task.status) || snapshot.status !== 'waiting') return null;
  draft.incident(task.key, task.step, code, input.message);
  return null;
}

/** Somebody can do the task again: the instance goes on to wait for them. */
export function taskManned(draft: Draft, input: InputOf<'task_manned'>): Refusal | null {
  const { snapshot } = draft;
  const open = openIncidents(snapshot);
  const about = open.every((incident) => incident.code === code && incident.key === input.task);
  if (snapshot.status !== 'needs_attention' || open.length === 0 || !about) return null;
  draft.handToSystem();
  goOnFromIncidents(draft, 'somebody_can', null);
  goOn(draft);
  fireDueTimers(draft);
  return null;
}
