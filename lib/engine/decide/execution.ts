import { evaluateCondition } from '@/lib/engine/conditions/evaluate';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { ActivityError, ActivityExecution } from '@/lib/engine/snapshot';
import type { Draft } from './draft';
import { isEmitEvent, runEmitEvent } from './emit-event';
import { runsElsewhere } from './external';
import { handOver, handOverLater, mayStart } from './handing-over';
import { scopeOfExecution } from './scope';
import { isSetContext, runSetContext } from './set-context';

/**
 * Takes an execution as far as it goes by itself: `done` when it has ended well, was skipped or did not apply, the execution
 * itself when it has failed for good. `step` is the one that an incident about its condition names.
 */
export function workOnExecution(
  draft: Draft,
  activity: Activity,
  key: string,
  step: string,
): 'done' | 'rests' | ActivityExecution {
  for (;;) {
    const execution = executionOf(draft, key);
    switch (execution.status) {
      case 'completed':
      case 'skipped':
      case 'cancelled':
        return 'done';
      case 'created':
        if (!makeReady(draft, step, activity, execution)) return 'rests';
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
        return 'rests';
      case 'scheduled':
      case 'running':
        if (runsElsewhere(activity)) draft.wait(['activity']);
        else draft.work();
        return 'rests';
      case 'failed':
        return execution;
    }
  }
}

/** created → ready, or → cancelled where its condition is false. False when the condition needs attention. */
function makeReady(draft: Draft, step: string, activity: Activity, execution: ActivityExecution): boolean {
  if (activity.when !== undefined) {
    const result = evaluateCondition(
      activity.when,
      scopeOfExecution(draft.snapshot, draft.env, execution),
      draft.compiled.declared,
    );
    if (!result.ok) {
      const words = `The condition of activity ${activity.key} in ${step} could not be evaluated. ${result.message} Mend the context and retry, or skip the activity.`;
      draft.incident(execution.key, step, 'condition_failed', words);
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

/**
 * What needs a place at a resource is handed to nobody: it waits for room, and whoever gives the place brings a worker along.
 * Retries wait there for their instant too.
 */
function hand(draft: Draft, activity: Activity, execution: ActivityExecution): void {
  if (execution.resource !== undefined) return draft.wait(['activity']);
  if (mayStart(execution, draft.env.now)) handOver(draft, activity, execution);
  else handOverLater(draft, activity, execution, execution.nextAttemptAt ?? draft.env.now);
}

/** The execution of that key, which is there. */
export function executionOf(draft: Draft, key: string): ActivityExecution {
  const execution = draft.snapshot.activities[key];
  if (!execution) throw new Error(`There is no execution ${key}.`);
  return execution;
}

/** Code of the incident about an activity that failed for good. */
export function failureCode({ code }: ActivityError): string {
  if (code === 'worker_lost') return 'worker_lost';
  return code === 'evaluation' ? 'evaluation_failed' : 'activity_failed';
}

/** What a person reads of an activity that failed for good. */
export function failureWords(execution: ActivityExecution, error: ActivityError): string {
  const tries = execution.attempts === 1 ? 'one attempt' : `${execution.attempts} attempts`;
  return `Activity ${execution.activity} in ${execution.step} failed after ${tries}: ${error.message} (${error.code}). Mend the cause and retry, or skip the activity.`;
}
