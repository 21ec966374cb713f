import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { AutomatedStep } from '@/lib/engine/definition/step-schema';
import { type ActivityError, type ActivityExecution, type Stay, executionKey } from '@/lib/engine/snapshot';
import { cancelOthers } from './branches';
import { beginCompensation } from './compensation';
import type { Draft } from './draft';
import { executionOf, failureCode, failureWords, workOnExecution } from './execution';
import { whereItRuns } from './external';
import { chooseErrorWayOut } from './transitions-out';
import { type Way, rests } from './way';

/** Activities that run one after the other in a stay, and what happens when one fails for good. */
export type OrderedWork = {
  readonly activities: readonly Activity[];
  readonly onFailure: AutomatedStep['onFailure'];
  /** Whether the step's `error` transitions take over before `onFailure` does. */
  readonly errorWaysOut: boolean;
};

/**
 * Runs activities in order: the next becomes ready when the one before it has ended well, was skipped, or did not apply.
 * @returns `done` when all have
 */
export function workInOrder(draft: Draft, stay: Stay, work: OrderedWork): Way | 'done' {
  for (const activity of work.activities) createOnce(draft, stay, activity);
  for (const activity of work.activities) {
    const progress = workOnExecution(draft, activity, executionKey(stay.key, activity.key), stay.step);
    if (progress === 'rests') return rests;
    if (progress !== 'done') return giveUp(draft, stay, work, progress);
  }
  return 'done';
}

function createOnce(draft: Draft, stay: Stay, activity: Activity): void {
  const key = executionKey(stay.key, activity.key);
  if (Object.hasOwn(draft.snapshot.activities, key)) return;
  const { step, visit, branch } = stay;
  const { compensation, irreversible } = activity;
  draft.activity('ACTIVITY_CREATED', { key, branch }, 'created', {
    step,
    visit,
    activity: activity.key,
    ...whereItRuns(activity),
    ...(compensation === undefined ? {} : { compensation }),
    ...(irreversible ? { irreversible } : {}),
  });
}

/** An activity that has used up its attempts: the step's `error` transition takes over, else its failure policy. */
function giveUp(draft: Draft, stay: Stay, work: OrderedWork, execution: ActivityExecution): Way {
  const error: ActivityError = execution.error ?? {
    code: 'unknown',
    message: 'It failed.',
    retryable: false,
  };
  const choice = work.errorWaysOut ? chooseErrorWayOut(draft, stay, error.code) : null;
  if (choice?.kind === 'failed') {
    draft.incident(stay.key, stay.step, 'condition_failed', choice.message);
    return rests;
  }
  if (choice?.kind === 'taken') {
    draft.wake();
    draft.activity('ACTIVITY_SKIPPED', execution, 'skipped', { because: 'error transition' });
    cancelCreated(draft, stay, work, 'error transition');
    return { kind: 'leaves', choice };
  }
  if (work.onFailure === 'fail') {
    cancelCreated(draft, stay, work, 'failed');
    cancelOthers(draft, stay.branch);
    draft.status('WORKFLOW_FAILED', 'failed', { data: { execution: execution.key, error } });
    return rests;
  }
  if (work.onFailure === 'compensate') {
    const then = draft.compiled.definition.afterCompensation ?? 'reversed';
    beginCompensation(draft, { by: 'compensation', then, reason: null }, { execution: execution.key, error });
    return rests;
  }
  draft.incident(execution.key, stay.step, failureCode(error), failureWords(execution, error));
  return rests;
}

/** Activities that have not begun and never will. */
function cancelCreated(draft: Draft, stay: Stay, { activities }: OrderedWork, because: string): void {
  for (const activity of activities) {
    const execution = executionOf(draft, executionKey(stay.key, activity.key));
    if (execution.status === 'created')
      draft.activity('ACTIVITY_CANCELLED', execution, 'cancelled', { because });
  }
}
