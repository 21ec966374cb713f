import { evaluateExpression } from '@/lib/engine/conditions/evaluate';
import type { Scope } from '@/lib/engine/conditions/contract';
import { renderTemplate } from '@/lib/engine/conditions/template';
import type { Fact, UserTaskStep } from '@/lib/engine/definition/step-schema';
import type { DataOf } from '@/lib/engine/event-data';
import type { Json } from '@/lib/engine/json';
import type { Stay, Task } from '@/lib/engine/snapshot';
import { deadlineOf } from './deadlines';
import type { Draft } from './draft';
import { scopeOf } from './scope';

type TaskData = DataOf<'USER_TASK_CREATED'>;
type Made = { readonly ok: true; readonly task: TaskData } | { readonly ok: false; readonly message: string };
type Problem = { readonly what: string; readonly message: string };

/** Characters of a title. */
const longestTitle = 200;

/** Something that a task cannot do without could not be evaluated. */
class NotMade extends Error {}

/**
 * The task of a stay, with all that its step names evaluated now. Who may decide, the limit and the due instant must
 * come out, or the instance needs attention: a task that the wrong people could decide is worse than none. A title or a
 * fact that does not come out leaves a gap that the event names, since people can still decide.
 */
export function makeTask(draft: Draft, stay: Stay, step: UserTaskStep): Made {
  try {
    return { ok: true, task: taskOf(draft, stay, step) };
  } catch (error) {
    if (error instanceof NotMade) return { ok: false, message: error.message };
    throw error;
  }
}

function taskOf(draft: Draft, stay: Stay, step: UserTaskStep): TaskData {
  const scope = scopeOf(draft.snapshot, draft.env);
  const problems: Problem[] = [];
  const evaluate = (what: string, expression: string): Json => {
    const result = evaluateExpression(expression, scope, draft.compiled.declared);
    if (result.ok) return result.value;
    throw new NotMade(
      `The ${what} of task ${step.key} could not be evaluated. ${result.message} Mend the context and retry.`,
    );
  };
  const { who } = step;
  const carried = draft.carriedBy(stay.key);
  const assignee = who.assignee === undefined ? null : addressOf(step, evaluate('assignee', who.assignee));
  const named =
    who.candidates === undefined
      ? []
      : addressesOf(step, 'candidates', evaluate('candidates', who.candidates));
  const barred =
    who.exclude === undefined ? [] : addressesOf(step, 'exclude', evaluate('exclude', who.exclude));
  const requester = who.allowRequester || !draft.snapshot.requester ? [] : [draft.snapshot.requester.email];
  const title = titleOf(draft, step, scope, problems);
  const facts = (step.facts ?? []).map((fact) => factOf(draft, fact, scope, problems));
  return {
    step: step.key,
    visit: stay.visit,
    title,
    instructions: step.instructions ?? null,
    assignee: carried.assignee ?? ((assignee !== null && draft.env.people?.[assignee]) || null),
    candidateRoles: who.roles ?? [],
    candidatePeople: distinct([...(assignee === null ? [] : [assignee]), ...(who.people ?? []), ...named]),
    excluded: distinct([...requester, ...barred]),
    limit: who.limit
      ? { rule: who.limit.rule, amount: amountOf(step, evaluate('limit', who.limit.amount)) }
      : null,
    form: step.form ?? null,
    outcomes: step.outcomes,
    facts,
    approvals: { required: step.approvals?.required ?? 1, veto: step.approvals?.veto ?? false },
    priority: step.priority ?? 50,
    ...(step.due && carried.due
      ? { dueAt: carried.due.at, dueBasis: carried.due.basis }
      : dueOf(draft, step, assignee)),
    ...(problems.length > 0 ? { problems } : {}),
  };
}

function titleOf(draft: Draft, step: UserTaskStep, scope: Scope, problems: Problem[]): string {
  const plain = step.name ?? step.key;
  if (step.title === undefined) return plain;
  const result = renderTemplate(step.title, scope, draft.compiled.declared);
  if (!result.ok) {
    problems.push({ what: 'title', message: result.message });
    return plain;
  }
  if (result.value === null) return plain;
  const text = typeof result.value === 'string' ? result.value : JSON.stringify(result.value);
  return oneLine(text) || plain;
}

function factOf(draft: Draft, fact: Fact, scope: Scope, problems: Problem[]): Task['facts'][number] {
  const result = evaluateExpression(fact.value, scope, draft.compiled.declared);
  if (!result.ok) problems.push({ what: fact.label, message: result.message });
  return {
    label: fact.label,
    value: result.ok ? result.value : null,
    ...(fact.format === undefined ? {} : { format: fact.format }),
    ...(fact.currency === undefined ? {} : { currency: fact.currency }),
  };
}

function dueOf(
  draft: Draft,
  step: UserTaskStep,
  assignee: string | null,
): Pick<TaskData, 'dueAt' | 'dueBasis'> {
  if (!step.due) return { dueAt: null, dueBasis: null };
  const end = deadlineOf(draft, step.due, assignee === null ? undefined : draft.env.zones?.[assignee]);
  if (!end.ok) throw new NotMade(`The task ${step.key} has no due instant. ${end.message}`);
  return { dueAt: end.at, dueBasis: end.basis };
}

function addressOf(step: UserTaskStep, value: Json): string | null {
  if (value === null) return null;
  if (typeof value === 'string') return value.trim().toLowerCase() || null;
  throw new NotMade(
    `The assignee of task ${step.key} must be one e-mail address. Mend the context and retry.`,
  );
}

function addressesOf(step: UserTaskStep, what: string, value: Json): string[] {
  const list = Array.isArray(value) ? (value as readonly Json[]) : [value];
  return list
    .filter((one) => one !== null && one !== '')
    .map((one) => {
      if (typeof one === 'string') return one.trim().toLowerCase();
      throw new NotMade(
        `The ${what} expression of task ${step.key} must give a list of e-mail addresses. Mend the context and retry.`,
      );
    });
}

function amountOf(step: UserTaskStep, value: Json): number {
  if (typeof value === 'number') return value;
  throw new NotMade(`The amount of task ${step.key}'s limit must be a number. Mend the context and retry.`);
}

/** A title stands in lists and in subjects of mails: one line, no longer than a name may be. */
function oneLine(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length <= longestTitle
    ? characters.join('')
    : `${characters.slice(0, longestTitle - 1).join('')}…`;
}

function distinct(addresses: readonly string[]): string[] {
  return [...new Set(addresses.map((address) => address.toLowerCase()))];
}
