import {
  type ContextChanges,
  blockedAt,
  forbiddenNameIn,
  valueAt,
  withoutPath,
} from '@/lib/engine/context-path';
import type { Outcome } from '@/lib/engine/definition/step-schema';
import type { Json, JsonObject } from '@/lib/engine/json';
import { isOpenTask } from '@/lib/engine/lifecycle';
import type { Person, Task } from '@/lib/engine/snapshot';
import { goOn } from './advance';
import type { InputOf, Refusal } from './contract';
import type { Draft } from './draft';
import { undeclaredFields } from './form-fields';
import { verdict } from './quorum';
import { type FieldError, invalid, notAllowed, notFound } from './refusals';
import { closedTask, samePerson } from './task-holders';

type Decided = InputOf<'decide_task'>;

/**
 * A person's decision on a task. Whether the person holds the roles and the authority has been checked by the caller
 * just before (`authority` says how); what the core knows by itself, it checks here for every way in. The form's values
 * have been checked against its schema; here it is made sure that they write only what the form declares.
 */
export function decideTask(draft: Draft, input: Decided): Refusal | null {
  const task = draft.snapshot.tasks[input.task];
  if (!task) return notFound('This task is over.', { task: input.task, status: draft.snapshot.status });
  const refusal = refuseDecision(draft, task, input);
  if (refusal) return refusal;

  const set = contextChanges(task, input.form);
  draft.task('USER_TASK_DECIDED', task, null, {
    data: {
      person: input.by,
      onBehalfOf: input.onBehalfOf,
      outcome: input.outcome,
      reason: reasonOf(input),
      form: input.form,
      authority: input.authority,
      ...(Object.keys(set).length > 0 ? { set } : {}),
    },
    reason: reasonOf(input),
  });
  settle(draft, task.key);
  return null;
}

/** Ends the task when the votes have come to an outcome; else the next person can take it. */
function settle(draft: Draft, key: string): void {
  const task = draft.snapshot.tasks[key] as Task;
  const step = draft.compiled.steps.get(task.step);
  if (step?.type !== 'USER_TASK') throw new Error(`Task ${key} belongs to no USER_TASK of this definition.`);
  const outcome = verdict(step, task.votes);
  if (outcome === null) {
    if (task.status === 'in_progress') draft.task('USER_TASK_RELEASED', task, 'pending', { data: {} });
    return;
  }
  draft.task('USER_TASK_COMPLETED', task, 'completed', { data: { outcome } });
  draft.wake();
  goOn(draft);
}

function refuseDecision(draft: Draft, task: Task, input: Decided): Refusal | null {
  const { snapshot } = draft;
  if (!isOpenTask(task.status)) return closedTask(snapshot, task);
  if (snapshot.status !== 'waiting' && snapshot.status !== 'running') {
    const message = `This task cannot be decided while its instance is ${snapshot.status}. Ask support to let it go on first.`;
    return notAllowed(snapshot, message, { task: task.key });
  }
  const outcome = task.outcomes.find(({ key }) => key === input.outcome);
  if (!outcome) {
    const outcomes = task.outcomes.map(({ key }) => key);
    const message = `${task.step} of ${snapshot.definitionKey} (version ${snapshot.definitionVersion}) has no outcome ${input.outcome}. Choose one of: ${outcomes.join(', ')}.`;
    return notAllowed(snapshot, message, { outcome: input.outcome, outcomes });
  }
  return refusePerson(draft, task, input) ?? refuseValues(draft, task, input, outcome);
}

function refusePerson(draft: Draft, task: Task, input: Decided): Refusal | null {
  const people = input.onBehalfOf ? [input.by, input.onBehalfOf] : [input.by];
  const { assignee } = task;
  if (task.status === 'in_progress' && assignee && !people.some((person) => samePerson(person, assignee))) {
    const message = `${assignee.name} has claimed this task. Ask them to release it, or have it reassigned.`;
    return notAllowed(draft.snapshot, message, { rule: 'claimed', task: task.key, assignee: assignee.name });
  }
  const barred = people.find(({ email }) => task.excluded.includes(email.toLowerCase()));
  if (barred) {
    const message = `${barred.name} may not decide this request, neither in person nor through a deputy: it is their own, or they are excluded from it.`;
    return notAllowed(draft.snapshot, message, { rule: 'excluded', task: task.key, person: barred.name });
  }
  const already = people.find((person) =>
    task.votes.some((vote) => votersOf(vote).some((one) => samePerson(one, person))),
  );
  if (already) {
    const message = `${already.name} has decided on this task already; another person must be the next.`;
    return notAllowed(draft.snapshot, message, {
      rule: 'already_voted',
      task: task.key,
      person: already.name,
    });
  }
  return null;
}

function refuseValues(draft: Draft, task: Task, input: Decided, outcome: Outcome): Refusal | null {
  const errors: FieldError[] = [];
  if (outcome.reason === 'required' && reasonOf(input) === null) {
    errors.push({ path: '/reason', message: `Say why you choose “${outcome.name}”.` });
  }
  const forbidden = forbiddenNameIn(input.form);
  if (forbidden !== null)
    errors.push({ path: `/form${forbidden}`, message: `${forbidden} is a reserved name.` });
  for (const field of undeclaredFields(task.form?.schema ?? {}, input.form)) {
    errors.push({ path: `/form${field}`, message: `The form of this task has no field ${field}.` });
  }
  for (const path of Object.keys(contextChanges(task, input.form))) {
    const blocked = blockedAt(draft.snapshot.context, path);
    if (blocked === null) continue;
    const message = `The form cannot write context.${path}, because context.${blocked} is not an object. Ask support to mend the context.`;
    errors.push({ path: '/form', message });
  }
  return errors.length > 0 ? invalid(errors) : null;
}

/** What a form writes: its mapped fields where they are mapped to, the others together to `tasks.<step>`. */
function contextChanges(task: Task, form: JsonObject): ContextChanges {
  if (!task.form) return {};
  const changes: Record<string, Json> = {};
  let rest = form;
  for (const [field, path] of Object.entries(task.form.writeTo ?? {})) {
    const value = valueAt(form, field);
    if (value !== undefined) changes[path] = value;
    rest = withoutPath(rest, field);
  }
  return { [`tasks.${task.step}`]: rest, ...changes };
}

function votersOf({
  person,
  onBehalfOf,
}: {
  readonly person: Person;
  readonly onBehalfOf: Person | null;
}): Person[] {
  return onBehalfOf ? [person, onBehalfOf] : [person];
}

function reasonOf({ reason }: Decided): string | null {
  return reason === null || reason.trim() === '' ? null : reason.trim();
}
