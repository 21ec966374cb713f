import type { Scope } from '@/lib/engine/conditions/contract';
import { evaluateExpression } from '@/lib/engine/conditions/evaluate';
import { forbiddenNameIn, setPaths } from '@/lib/engine/context-path';
import type { SubWorkflowStep } from '@/lib/engine/definition/step-schema';
import type { Json } from '@/lib/engine/json';
import type { Child } from '@/lib/engine/child';
import type { Draft } from './draft';
import { scopeOf } from './scope';

/** The longest list for whose items children are started. */
export const mostChildren = 500;
/** Characters of a subject's id. */
const longestSubject = 200;

/** What one child is about. */
export type AskedChild = Pick<Child, 'subject' | 'input'>;

export type AskedChildren =
  | { readonly ok: true; readonly children: readonly AskedChild[] }
  | { readonly ok: false; readonly message: string };

/** What a SUB_WORKFLOW would ask for now: one child, or one for each item of its list. */
export function askedChildren(draft: Draft, step: SubWorkflowStep): AskedChildren {
  const scope = scopeOf(draft.snapshot, draft.env);
  const own = draft.snapshot.subject.id;
  if (!step.forEach) {
    const one = askedChild(draft, step, scope, own);
    return one.ok ? { ok: true, children: [one.child] } : one;
  }
  const { items, as = 'item' } = step.forEach;
  const list = evaluateExpression(items, scope, draft.compiled.declared);
  if (!list.ok) return list;
  if (!Array.isArray(list.value)) return refused(`${items} must give a list.`);
  if (list.value.length > mostChildren)
    return refused(
      `${items} gives ${list.value.length} items; a step starts at most ${mostChildren} children.`,
    );
  const children: AskedChild[] = [];
  for (const [index, item] of list.value.entries()) {
    const one = askedChild(draft, step, { ...scope, [as]: item as Json }, `${own}-${index + 1}`);
    if (!one.ok) return refused(`Item ${index + 1}: ${one.message}`);
    children.push(one.child);
  }
  return { ok: true, children };
}

type AskedOne =
  { readonly ok: true; readonly child: AskedChild } | { readonly ok: false; readonly message: string };

function askedChild(draft: Draft, step: SubWorkflowStep, scope: Scope, usual: string): AskedOne {
  const subject = subjectOf(draft, step, scope, usual);
  if (!subject.ok) return subject;
  const values: Record<string, Json> = {};
  for (const [path, expression] of Object.entries(step.input ?? {})) {
    const result = evaluateExpression(expression, scope, draft.compiled.declared);
    if (!result.ok) return refused(`The input ${path} could not be made. ${result.message}`);
    values[path] = result.value;
  }
  const input = setPaths({}, values);
  const forbidden = forbiddenNameIn(input);
  if (forbidden !== null) return refused(`The input has the reserved name ${forbidden} in it.`);
  return { ok: true, child: { subject: subject.id, input } };
}

type Subject = { readonly ok: true; readonly id: string } | { readonly ok: false; readonly message: string };

function subjectOf(draft: Draft, { subject }: SubWorkflowStep, scope: Scope, usual: string): Subject {
  if (subject === undefined) return { ok: true, id: usual };
  const result = evaluateExpression(subject, scope, draft.compiled.declared);
  if (!result.ok) return refused(`The subject could not be made. ${result.message}`);
  const id = typeof result.value === 'number' ? `${result.value}` : result.value;
  if (typeof id !== 'string' || id.trim() === '' || id.length > longestSubject)
    return refused(`${subject} must give a text of at most ${longestSubject} characters, or a number.`);
  return { ok: true, id };
}

function refused(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}
