import { emptySnapshot } from '@/lib/engine/apply';
import type { Definition } from '@/lib/engine/definition/schema';
import { isClosed, isTerminal } from '@/lib/engine/lifecycle';
import type { Snapshot } from '@/lib/engine/snapshot';
import { advance } from './advance';
import { attemptFailed, attemptSucceeded, beginNext, leaseExpired, startAttempt } from './attempts';
import { cancel } from './cancel';
import { changeDeadline } from './change-deadline';
import { childEnded, childStarted } from './child-news';
import { compile } from './compiled';
import type { Decision, Environment, Input, Refusal } from './contract';
import { decideTask } from './decide-task';
import { Draft } from './draft';
import { migrate } from './migrate';
import { moveAlong } from './move-along';
import { pause, resume } from './pause';
import { receiveFile } from './receive-file';
import { notAllowed, notFound, terminal } from './refusals';
import { replaceContext, retry, skipActivity } from './repair';
import { signal } from './signal';
import { start } from './start';
import { taskManned, taskStranded } from './stranded';
import { claimTask, delegateTask, handBackTask, reassignTask, releaseTask } from './task-holders';
import { runTimer, timerFired } from './timer-fired';

/**
 * What must happen when `input` meets an instance: events in order, the snapshot after them, the work to enqueue, and
 * the activity to run next; or a refusal that changes nothing. Pure: the same arguments give the same decision, and
 * replaying the planned events gives `plan.after`.
 *
 * `snapshot` is null for `start` only. An input that finds nothing left to do (an `advance` that comes too early, twice or
 * after the end) gives a plan without events.
 */
export function decide(
  definition: Definition,
  snapshot: Snapshot | null,
  input: Input,
  env: Environment,
): Decision {
  const early = refuseEarly(snapshot, input);
  if (early) return { ok: false, refusal: early };
  if (snapshot && snapshot.definitionKey !== definition.key) {
    throw new Error(
      `An instance of ${snapshot.definitionKey} was to be decided by the definition ${definition.key}.`,
    );
  }
  // What follows from a migration goes by the new version.
  const from = input.kind === 'migrate' ? input.target.definition : definition;
  const draft = new Draft(compile(from), snapshot ?? emptySnapshot(), env);
  const refusal = handle(draft, input);
  if (refusal) return { ok: false, refusal };
  if ('goOn' in input && input.goOn) beginNext(draft, input.goOn);
  return { ok: true, plan: draft.plan() };
}

function refuseEarly(snapshot: Snapshot | null, input: Input): Refusal | null {
  if (input.kind === 'start') {
    return snapshot ? notAllowed(snapshot, 'This instance has been started already.') : null;
  }
  if (!snapshot?.status) return notFound('There is no such instance.', {});
  if (!isClosed(snapshot.status)) return null;
  const hasItsOwnAnswer =
    input.kind === 'advance' ||
    (input.kind === 'cancel' && !isTerminal(snapshot.status)) ||
    input.kind === 'timer_fired' ||
    ('task' in input && Object.hasOwn(snapshot.tasks, input.task));
  return hasItsOwnAnswer ? null : terminal(snapshot);
}

function handle(draft: Draft, input: Input): Refusal | null {
  switch (input.kind) {
    case 'start':
      return start(draft, input);
    case 'advance':
      return advance(draft);
    case 'claim_task':
      return claimTask(draft, input);
    case 'release_task':
      return releaseTask(draft, input);
    case 'reassign_task':
      return reassignTask(draft, input);
    case 'delegate_task':
      return delegateTask(draft, input);
    case 'hand_back_task':
      return handBackTask(draft, input);
    case 'task_stranded':
      return taskStranded(draft, input);
    case 'task_manned':
      return taskManned(draft, input);
    case 'decide_task':
      return decideTask(draft, input);
    case 'start_attempt':
      return startAttempt(draft, input);
    case 'attempt_succeeded':
      return attemptSucceeded(draft, input);
    case 'attempt_failed':
      return attemptFailed(draft, input);
    case 'lease_expired':
      return leaseExpired(draft, input);
    case 'timer_fired':
      return timerFired(draft, input);
    case 'change_deadline':
      return changeDeadline(draft, input);
    case 'signal':
      return signal(draft, input);
    case 'file':
      return receiveFile(draft, input);
    case 'child_started':
      return childStarted(draft, input);
    case 'child_ended':
      return childEnded(draft, input);
    case 'cancel':
      return cancel(draft, input);
    case 'pause':
      return pause(draft, input);
    case 'resume':
      return resume(draft, input);
    case 'move':
      return moveAlong(draft, input);
    case 'retry':
      return retry(draft, input);
    case 'migrate':
      return migrate(draft, input);
    case 'skip_activity':
      return skipActivity(draft, input);
    case 'edit_context':
      return replaceContext(draft, input);
    case 'run_timer':
      return runTimer(draft, input);
  }
}
