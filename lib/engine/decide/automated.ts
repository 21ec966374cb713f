import { evaluateCondition } from '@/lib/engine/conditions/evaluate';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { AutomatedStep } from '@/lib/engine/definition/step-schema';
import { type ActivityError, type ActivityExecution, type Stay, executionKey } from '@/lib/engine/snapshot';
import type { Draft } from './draft';
import { runEmitEvent, isEmitEvent } from './emit-event';
import { isExternal, runsElsewhere } from './external';
import { handOver, handOverLater, mayStart } from './handing-over';
import { scopeOf } from './scope';
import { isSetContext, runSetContext } from './set-context';
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
  draft.activity('ACTIVITY_CREATED', { key, branch }, 'created', {
    step,
    visit,
    activity: activity.key,
    ...(isExternal(activity) && { topic: activity.settings.topic }),
  });
}

function workOnActivity(draft: Draft, stay: Stay, step: AutomatedStep, activity: Activity): Way | 'done' {
  for (;;) {
    const execution = executionOf(draft, stay, activity);
    switch (execution.status) {
      case 'completed':
      case 'skipped':
      case 'cancelled':
        return 'done';
      case 'created':
        if (!makeReady(draft, stay, activity, execution)) return rests;
        break;
      case 'ready':
      case 'retrying':
        if (isSetContext(activity)) {
          runSetContext(draft, activity, execution);
          break;
        }
        if (isEmitEvent(activity)) {
          runEmitEvent(draft, activity, execution);
          break;
        }
        hand(draft, activity, execution);
        return rests;
      case 'scheduled':
      case 'running':
        if (runsElsewhere(activity)) draft.wait(['activity']);
        return rests;
      case 'failed':
        return giveUp(draft, stay, step, execution);
    }
  }
}

/** created → ready, or → cancelled where its condition is false. False when the condition needs attention. */
function makeReady(draft: Draft, stay: Stay, activity: Activity, execution: ActivityExecution): boolean {
  if (activity.when !== undefined) {
    const result = evaluateCondition(
      activity.when,
      scopeOf(draft.snapshot, draft.env),
      draft.compiled.declared,
    );
    if (!result.ok) {
      const words = `The condition of activity ${activity.key} in ${stay.step} could not be evaluated. ${result.message} Mend the context and retry, or skip the activity.`;
      draft.incident(execution.key, stay.step, 'condition_failed', words);
      return false;
    }
    if (result.value !== true) {
      draft.activity('ACTIVITY_CANCELLED', execution, 'cancelled', { because: 'condition' });
      return true;
    }
  }
  draft.activity('ACTIVITY_READY', execution, 'ready', {});
  return true;
}

function hand(draft: Draft, activity: Activity, execution: ActivityExecution): void {
  if (mayStart(execution, draft.env.now)) handOver(draft, activity, execution);
  else handOverLater(draft, activity, execution, execution.nextAttemptAt ?? draft.env.now);
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
    draft.status('WORKFLOW_FAILED', 'failed', { data: { execution: execution.key, error } });
    return rests;
  }
  draft.incident(execution.key, stay.step, incidentCode(error), incidentWords(execution, error));
  return rests;
}

/** Activities that have not begun and never will. */
function cancelCreated(draft: Draft, stay: Stay, step: AutomatedStep, because: string): void {
  for (const activity of step.activities) {
    const execution = executionOf(draft, stay, activity);
    if (execution.status === 'created')
      draft.activity('ACTIVITY_CANCELLED', execution, 'cancelled', { because });
  }
}

function executionOf(draft: Draft, stay: Stay, activity: Activity): ActivityExecution {
  const execution = draft.snapshot.activities[executionKey(stay.key, activity.key)];
  if (!execution) throw new Error(`The stay ${stay.key} has no execution of ${activity.key}.`);
  return execution;
}

function incidentCode({ code }: ActivityError): string {
  if (code === 'worker_lost') return 'worker_lost';
  return code === 'evaluation' ? 'evaluation_failed' : 'activity_failed';
}

function incidentWords(execution: ActivityExecution, error: ActivityError): string {
  const tries = execution.attempts === 1 ? 'one attempt' : `${execution.attempts} attempts`;
  return `Activity ${execution.activity} in ${execution.step} failed after ${tries}: ${error.message} (${error.code}). Mend the cause and retry, or skip the activity.`;
}
