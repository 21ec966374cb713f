import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { AutomatedStep } from '@/lib/engine/definition/step-schema';
import { type ActivityError, type ActivityExecution, type Stay, executionKey } from '@/lib/engine/snapshot';
import { cancelOthers } from './branches';
import { beginCompensation } from './compensation';
import type { Draft } from './draft';
import { executionOf, failureCode, failureWords, workOnExecution } from './execution';
import { isExternal } from './external';
import { chooseErrorWayOut } from './transitions-out';
import { type Way, leaveBy, rests } from './way';

/**
 * An AUTOMATED step runs its activities in order: the next becomes ready when the one before it has ended well, was
 * skipped, or did not apply. It is left when all have.
 */
export function workOnAutomated(draft: Draft, stay: Stay, step: AutomatedStep): Way {
  for (const activity of step.activities) createOnce(draft, stay, activity);
  for (const activity of step.activities) {
    const way = workOnActivity(draft, stay, step, activity);
    if (way !== 'done') return way;
  }
  return leaveBy(draft, stay, 'completion');
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
    ...(isExternal(activity) ? { topic: activity.settings.topic } : {}),
    ...(compensation === undefined ? {} : { compensation }),
    ...(irreversible ? { irreversible } : {}),
  });
}

function workOnActivity(draft: Draft, stay: Stay, step: AutomatedStep, activity: Activity): Way | 'done' {
  const progress = workOnExecution(draft, activity, executionKey(stay.key, activity.key), stay.step);
  if (progress === 'done') return 'done';
  return progress === 'rests' ? rests : giveUp(draft, stay, step, progress);
}

/** An activity that has used up its attempts: the step's `error` transition takes over, else its failure policy. */
function giveUp(draft: Draft, stay: Stay, step: AutomatedStep, execution: ActivityExecution): Way {
  const error: ActivityError = execution.error ?? {
    code: 'unknown',
    message: 'It failed.',
    retryable: false,
  };
  const choice = chooseErrorWayOut(draft, stay, error.code);
  if (choice.kind === 'failed') {
    draft.incident(stay.key, stay.step, 'condition_failed', choice.message);
    return rests;
  }
  if (choice.kind === 'taken') {
    draft.wake();
    draft.activity('ACTIVITY_SKIPPED', execution, 'skipped', { because: 'error transition' });
    cancelCreated(draft, stay, step, 'error transition');
    return { kind: 'leaves', choice };
  }
  if (step.onFailure === 'fail') {
    cancelCreated(draft, stay, step, 'failed');
    cancelOthers(draft, stay.branch);
    draft.status('WORKFLOW_FAILED', 'failed', { data: { execution: execution.key, error } });
    return rests;
  }
  if (step.onFailure === 'compensate') {
    const then = draft.compiled.definition.afterCompensation ?? 'reversed';
    beginCompensation(draft, { by: 'compensation', then, reason: null }, { execution: execution.key, error });
    return rests;
  }
  draft.incident(execution.key, stay.step, failureCode(error), failureWords(execution, error));
  return rests;
}

/** Activities that have not begun and never will. */
function cancelCreated(draft: Draft, stay: Stay, step: AutomatedStep, because: string): void {
  for (const activity of step.activities) {
    const execution = executionOf(draft, executionKey(stay.key, activity.key));
    if (execution.status === 'created')
      draft.activity('ACTIVITY_CANCELLED', execution, 'cancelled', { because });
  }
}
