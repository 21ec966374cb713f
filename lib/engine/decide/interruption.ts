import type { Step } from '@/lib/engine/definition/step-schema';
import { hasCome } from '@/lib/engine/deadlines/instant';
import { activityOf } from '@/lib/engine/definition/find-activity';
import { isOpenActivity, isOpenTask } from '@/lib/engine/lifecycle';
import {
  type ActivityExecution,
  type Signal,
  type Stay,
  type Timer,
  executionKey,
} from '@/lib/engine/snapshot';
import { ladderOf } from './deadlines';
import { dropChildren, haveCome } from './children';
import type { Draft } from './draft';
import { runsElsewhere } from './external';
import { stopWork } from './stopping';
import { waitTimerKey } from './timer-keys';
import { type Choice, chooseWayOut } from './transitions-out';
import { type Way, leaveByChoice, rests } from './way';

/**
 * The way out of a waiting step by something other than its own end: a rung or a maximum age that takes a transition, or a
 * signal that interrupts (DESIGN 7: whichever comes first wins and the others end). Null where nothing has come, or where
 * the wait itself has ended already. A choice that needed attention is made again when support retries, for what has come
 * stands in the snapshot until the stay ends.
 */
export function interruption(draft: Draft, stay: Stay, step: Step): Way | null {
  if (hasEnded(draft, stay, step)) return null;
  const timer = firedWithWayOut(draft, stay, step);
  if (timer)
    return leaveInterrupted(draft, stay, chooseWayOut(draft, stay, { deadline: deadlineKey(timer) }));
  const signal = consumedBy(draft, stay) ?? nextSignal(draft, namesThatInterrupt(draft, step));
  if (!signal || !namesThatInterrupt(draft, step).has(signal.name)) return null;
  // The signal that the step waits for may have come before it.
  const own = step.type === 'WAIT_FOR_SIGNAL' ? nextSignal(draft, new Set([step.signal]), stay) : undefined;
  if (own && own.sequence < signal.sequence) return null;
  if (signal.consumedBy === null) {
    draft.note('SIGNAL_CONSUMED', 'signal', signal.id, { data: { stay: stay.key }, branch: stay.branch });
  }
  const choice = chooseWayOut(draft, stay, { signal: signal.name }, { signal });
  return step.type === 'AUTOMATED' && choice.kind === 'taken' && isStillWorking(draft, stay)
    ? rests
    : leaveInterrupted(draft, stay, choice);
}

/**
 * Work that a signal interrupts: what has not begun is cancelled, an attempt that runs may end, so that it is known what it did.
 * @returns true while one does
 */
function isStillWorking(draft: Draft, stay: Stay): boolean {
  const { activities } = draft.snapshot;
  const isOfStay = (one: ActivityExecution) =>
    one.undoOf === null && one.key === executionKey(stay.key, one.activity);
  const runs = (one: ActivityExecution) => one.status === 'running' && isOfStay(one);
  stopWork(
    draft,
    'interrupted',
    (one) => !isOfStay(one) || runs(one),
    undefined,
    () => false,
  );
  const running = Object.values(activities).find(runs);
  if (!running) return false;
  if (runsElsewhere(activityOf(draft.compiled.definition, running))) draft.wait(['activity']);
  else draft.work();
  return true;
}

/** True when a transition leads out of the step on that deadline. */
export function hasDeadlineWayOut(draft: Draft, step: string, deadline: string): boolean {
  return (draft.compiled.waysOut.get(step) ?? []).some(
    ({ on }) => typeof on === 'object' && 'deadline' in on && on.deadline === deadline,
  );
}

/**
 * The oldest signal of these names that nobody has consumed and whose time has not run out.
 * @param waiting a stay that may have a correlation key of its own: what was sent to another key is not for it
 */
export function nextSignal(draft: Draft, names: ReadonlySet<string>, waiting?: Stay): Signal | undefined {
  return Object.values(draft.snapshot.signals)
    .filter(
      (signal) =>
        signal.consumedBy === null &&
        names.has(signal.name) &&
        !hasCome(signal.expiresAt, draft.env.now) &&
        isFor(signal, waiting),
    )
    .sort((left, right) => left.sequence - right.sequence)[0];
}

function isFor({ correlation }: Signal, waiting: Stay | undefined): boolean {
  return correlation === undefined || waiting?.awaits === undefined || waiting.awaits === correlation;
}

/** The signal that this stay has consumed. */
export function consumedBy(draft: Draft, stay: Stay): Signal | undefined {
  return Object.values(draft.snapshot.signals).find((signal) => signal.consumedBy === stay.key);
}

/**
 * The name under which a file comes to its step. A file is a signal to the very stay that waits for it: the colon keeps its
 * name apart from those of a definition's signals.
 */
export function fileName(step: string): string {
  return `file:${step}`;
}

/** True when the file for which the stay waits has come. */
export function hasFile(draft: Draft, stay: Stay): boolean {
  return consumedBy(draft, stay)?.name === fileName(stay.step);
}

/** Signals that lead out of the step by a transition of their own. */
function namesThatInterrupt(draft: Draft, step: Step): ReadonlySet<string> {
  const names = (draft.compiled.waysOut.get(step.key) ?? []).flatMap(({ on }) =>
    typeof on === 'object' && 'signal' in on ? [on.signal] : [],
  );
  return new Set(step.type === 'WAIT_FOR_SIGNAL' ? names.filter((name) => name !== step.signal) : names);
}

/** Leaves by the choice, closes the task that nobody can decide any more, and ends the children that nobody waits for. */
export function leaveInterrupted(draft: Draft, stay: Stay, choice: Choice): Way {
  const task = draft.snapshot.tasks[stay.key];
  if (choice.kind === 'taken' && task && isOpenTask(task.status)) {
    draft.task('USER_TASK_CANCELLED', task, 'cancelled', { data: {} });
  }
  if (choice.kind === 'taken') dropChildren(draft, stay, `${stay.step} was left without it`);
  return leaveByChoice(draft, stay, choice);
}

function hasEnded(draft: Draft, stay: Stay, step: Step): boolean {
  const { tasks, timers } = draft.snapshot;
  switch (step.type) {
    case 'USER_TASK': {
      const task = tasks[stay.key];
      return task !== undefined && !isOpenTask(task.status);
    }
    case 'WAIT_FOR_TIMER':
      return timers[waitTimerKey(stay.key)]?.ending === 'fired';
    case 'WAIT_FOR_SIGNAL':
      return consumedBy(draft, stay)?.name === step.signal;
    case 'WAIT_FOR_FILE':
      return hasFile(draft, stay);
    case 'SUB_WORKFLOW':
      return haveCome(draft, stay, step);
    case 'AUTOMATED':
      // What a signal has interrupted ends by it, also when its last attempt has ended.
      return (
        !consumedBy(draft, stay) &&
        step.activities.every(({ key }) => isOver(draft, executionKey(stay.key, key)))
      );
    default:
      return true;
  }
}

function isOver({ snapshot: { activities } }: Draft, key: string): boolean {
  const execution = activities[key];
  return execution !== undefined && !isOpenActivity(execution.status);
}

/** The first timer of the stay that has fired and takes a transition. */
function firedWithWayOut(draft: Draft, stay: Stay, step: Step): Timer | undefined {
  const rungs = new Set(ladderOf(step).flatMap(({ key, action }) => (action === 'transition' ? [key] : [])));
  return Object.values(draft.snapshot.timers)
    .filter(
      (timer) =>
        timer.stay === stay.key &&
        timer.ending === 'fired' &&
        (timer.purpose === 'rung'
          ? rungs.has(timer.rung ?? '')
          : timer.purpose === 'max_age' && hasDeadlineWayOut(draft, stay.step, 'maxAge')),
    )
    .sort((left, right) => (left.key < right.key ? -1 : 1))[0];
}

function deadlineKey({ rung }: Timer): string {
  return rung ?? 'maxAge';
}
