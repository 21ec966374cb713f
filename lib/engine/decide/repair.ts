import { forbiddenNameIn } from '@/lib/engine/context-path';
import { plusSeconds } from '@/lib/engine/deadlines/instant';
import { type Json, type JsonObject, equalJson } from '@/lib/engine/json';
import type { Incident, Snapshot } from '@/lib/engine/snapshot';
import { goOn } from './advance';
import type { InputOf, Refusal } from './contract';
import type { Draft } from './draft';
import { invalid, notAllowed, notFound } from './refusals';
import { fireDueTimers } from './timer-fired';

/**
 * Support tries again what the incident is about: the failed activity gets one more attempt at once (whatever its policy
 * says, and it fails for good when that one fails too); a condition or an expression is evaluated again. A compensation
 * that stopped goes on.
 */
export function retry(draft: Draft, { reason, context }: InputOf<'retry'>): Refusal | null {
  const { snapshot } = draft;
  if (!isInNeed(snapshot)) return notInNeed(draft, 'retried');
  const forbidden = context && forbiddenNameIn(context);
  if (forbidden)
    return invalid([{ path: `/context${forbidden}`, message: `${forbidden} is a reserved name.` }]);

  const failed = openIncidents(snapshot).flatMap(({ key }) => snapshot.activities[key] ?? []);
  if (context) editContext(draft, context, reason);
  draft.retried = new Set(openIncidents(snapshot).map(({ key }) => key));
  goOnFromIncidents(draft, 'retried', reason);
  for (const execution of failed.filter(({ status }) => status === 'failed')) {
    const now = plusSeconds(draft.env.now, 0);
    draft.activity('ACTIVITY_RETRYING', execution, 'retrying', { nextAttemptAt: now }, reason);
  }
  draft.handToSystem();
  goOn(draft);
  fireDueTimers(draft);
  return null;
}

/** Support goes on without the activity that needs attention, as if it had ended without an output. */
export function skipActivity(draft: Draft, input: InputOf<'skip_activity'>): Refusal | null {
  const { snapshot } = draft;
  if (!isInNeed(snapshot)) return notInNeed(draft, 'skipped');
  const execution = snapshot.activities[input.execution];
  if (!execution) return notFound('This activity is over.', { execution: input.execution });
  const isTheIncident = openIncidents(snapshot).some(({ key }) => key === execution.key);
  if (execution.status !== 'failed' && !(execution.status === 'created' && isTheIncident)) {
    const message = `Only the activity that needs attention can be skipped; this one is ${execution.status}.`;
    return notAllowed(snapshot, message, { execution: execution.key, activityStatus: execution.status });
  }
  goOnFromIncidents(draft, 'skipped', input.reason);
  const skipped = { because: 'a person' };
  if (execution.status === 'failed') {
    draft.activity('ACTIVITY_SKIPPED', execution, 'skipped', skipped, input.reason);
  } else {
    draft.activity('ACTIVITY_CANCELLED', execution, 'cancelled', skipped, input.reason);
  }
  draft.handToSystem();
  goOn(draft);
  fireDueTimers(draft);
  return null;
}

/** Support corrects the data and nothing else: conditions see them when they are looked at next. */
export function replaceContext(draft: Draft, { context, reason }: InputOf<'edit_context'>): Refusal | null {
  const forbidden = forbiddenNameIn(context);
  if (forbidden)
    return invalid([{ path: `/context${forbidden}`, message: `${forbidden} is a reserved name.` }]);
  if (equalJson(context, draft.snapshot.context))
    return invalid([{ path: '/context', message: 'these are the data that it has already' }]);
  editContext(draft, context, reason);
  return null;
}

function editContext(draft: Draft, context: JsonObject, reason: string): void {
  const before = draft.snapshot.context;
  const replaced = Object.keys(context).filter((name) => !equalJson(context[name], before[name]));
  const remove = Object.keys(before).filter((name) => !Object.hasOwn(context, name));
  if (replaced.length === 0 && remove.length === 0) return;
  const replace = Object.fromEntries(replaced.map((name) => [name, context[name] as Json]));
  draft.note('CONTEXT_EDITED', 'context', null, { data: { replace, remove: remove.sort() }, reason });
}

/** The instance goes on from all of its open incidents, which are closed with this resolution. */
export function goOnFromIncidents(draft: Draft, resolution: string, reason: string | null): void {
  const incidents = openIncidents(draft.snapshot)
    .map(({ key }) => key)
    .sort();
  if (draft.snapshot.status === 'compensation_failed') {
    draft.status('WORKFLOW_COMPENSATING', 'compensating', { data: { incidents, resolution }, reason });
    return;
  }
  draft.status('WORKFLOW_RESUMED', 'resumed', { data: { incidents, resolution }, reason });
  draft.status('WORKFLOW_CONTINUED', 'running', { data: {} });
  draft.again = true;
}

/** The incidents that somebody has to look at. */
export function openIncidents(snapshot: Snapshot): Incident[] {
  return Object.values(snapshot.incidents).filter(({ closedAt }) => closedAt === null);
}

function isInNeed({ status }: Snapshot): boolean {
  return status === 'needs_attention' || status === 'compensation_failed';
}

function notInNeed(draft: Draft, done: string): Refusal {
  const { snapshot } = draft;
  return notAllowed(
    snapshot,
    `Nothing can be ${done}: the instance is ${snapshot.status} and needs no attention.`,
  );
}
