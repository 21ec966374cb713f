import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Definition, Transition } from '@/lib/engine/definition/schema';
import type {
  AutomatedStep,
  ForkStep,
  JoinStep,
  Outcome,
  SignalStep,
  Step,
  SubWorkflowStep,
  TimerStep,
  UserTaskStep,
} from '@/lib/engine/definition/step-schema';

/** Plain functions that make valid definitions for tests; each takes the parts that the test is about. */

/**
 * A definition that lint has nothing against: START → `in_review` (USER_TASK, approve/reject) → two ENDs.
 * What is given replaces the part of that name.
 */
export function aDefinition(parts: Partial<Definition> = {}): Definition {
  return {
    key: 'refund',
    name: 'Refund over the limit',
    subject: { type: 'order' },
    input: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
    startableBy: ['employee'],
    maxAge: 'P90D',
    steps: [start(), userTask('in_review'), end('approved'), end('rejected')],
    transitions: [
      go('start', 'in_review'),
      go('in_review', 'approved', { on: { outcome: 'approve' } }),
      go('in_review', 'rejected', { on: { outcome: 'reject' } }),
    ],
    ...parts,
  };
}

export function start(key = 'start'): Step {
  return { key, type: 'START' };
}

/** An END whose outcome is its key, unless another is given. */
export function end(key = 'done', outcome = key): Step {
  return { key, type: 'END', outcome };
}

export function outcome(key: string, parts: Partial<Outcome> = {}): Outcome {
  return { key, name: key, ...parts };
}

/** A task that anybody with the role `approver` may decide: approve or reject. */
export function userTask(key: string, parts: Partial<UserTaskStep> = {}): UserTaskStep {
  return {
    key,
    type: 'USER_TASK',
    outcomes: [outcome('approve', { kind: 'positive' }), outcome('reject', { kind: 'negative' })],
    who: { roles: ['approver'] },
    ...parts,
  };
}

export function automated(
  key: string,
  activities: Activity[],
  parts: Partial<AutomatedStep> = {},
): AutomatedStep {
  return { key, type: 'AUTOMATED', activities, ...parts };
}

/** A wait for the signal of that name; `paid` where none is given. */
export function waitForSignal(key: string, parts: Partial<SignalStep> = {}): SignalStep {
  return { key, type: 'WAIT_FOR_SIGNAL', signal: 'paid', ...parts };
}

export function waitForTimer(
  key: string,
  timer: TimerStep['timer'],
  parts: Partial<TimerStep> = {},
): TimerStep {
  return { key, type: 'WAIT_FOR_TIMER', timer, ...parts };
}

/** A step that starts a child of that process. */
export function subWorkflow(
  key: string,
  definition: string,
  parts: Partial<SubWorkflowStep> = {},
): SubWorkflowStep {
  return { key, type: 'SUB_WORKFLOW', definition, ...parts };
}

export function decision(key: string): Step {
  return { key, type: 'DECISION' };
}

/** A fork that opens all its branches, unless told otherwise. */
export function fork(key: string, mode?: ForkStep['mode']): ForkStep {
  return { key, type: 'PARALLEL_FORK', ...(mode && { mode }) };
}

/** The join of a fork, which waits for all its branches unless told otherwise. */
export function join(key: string, of: string, mode?: JoinStep['mode']): JoinStep {
  return { key, type: 'PARALLEL_JOIN', fork: of, ...(mode && { mode }) };
}

/** A transition; its key is `<from>-<to>`, plus the outcome or error that it waits for. */
export function go(from: string, to: string, parts: Partial<Transition> = {}): Transition {
  return { key: `${from}-${to}${suffix(parts.on)}`, from, to, ...parts };
}

export function setContext(
  key: string,
  set: Record<string, string>,
  parts: Partial<Activity> = {},
): Activity {
  return { key, type: 'SET_CONTEXT', settings: { set }, ...parts } as Activity;
}

export function callApi(key: string, url: string, parts: Partial<Activity> = {}): Activity {
  return { key, type: 'CALL_API', settings: { method: 'POST', url }, ...parts } as Activity;
}

export function sendEmail(key: string, to: string, parts: Partial<Activity> = {}): Activity {
  return {
    key,
    type: 'SEND_EMAIL',
    settings: { to: [to], subject: 'A subject', body: 'A body' },
    ...parts,
  } as Activity;
}

export function executeFunction(key: string, name: string, parts: Partial<Activity> = {}): Activity {
  return { key, type: 'EXECUTE_FUNCTION', settings: { function: name }, ...parts } as Activity;
}

export function callWebhook(key: string, url: string, parts: Partial<Activity> = {}): Activity {
  return { key, type: 'CALL_WEBHOOK', settings: { url }, ...parts } as Activity;
}

export function emitEvent(key: string, event: string, data: Record<string, string> = {}): Activity {
  return { key, type: 'EMIT_EVENT', settings: { event, data } };
}

/** Work that workers elsewhere fetch under its topic. */
export function external(key: string, topic: string, parts: Partial<Activity> = {}): Activity {
  return { key, type: 'EXTERNAL', settings: { topic }, ...parts } as Activity;
}

function suffix(on: Transition['on']): string {
  if (on === undefined || on === 'completion') return '';
  if (on === 'childFailed') return '-child-failed';
  if (on === 'repair') return '-repair';
  if ('outcome' in on) return `-${on.outcome}`;
  if ('signal' in on) return `-${on.signal}`;
  if ('deadline' in on) return `-${on.deadline.toLowerCase()}`;
  return on.error === true ? '-error' : `-${on.error.toLowerCase().replace(/[^a-z0-9_-]/g, '_')}`;
}
