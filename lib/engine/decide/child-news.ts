import { evaluateExpression } from '@/lib/engine/conditions/evaluate';
import { forbiddenNameIn } from '@/lib/engine/context-path';
import type { Json, JsonObject } from '@/lib/engine/json';
import { isOpenChild } from '@/lib/engine/lifecycle';
import type { Child, ChildError } from '@/lib/engine/child';
import { goOn } from './advance';
import type { ChildEnd, InputOf, Refusal } from './contract';
import type { Draft } from './draft';
import { scopeOf } from './scope';

/** A child's instance has been made; the same again changes nothing. */
export function childStarted(draft: Draft, input: InputOf<'child_started'>): Refusal | null {
  const child = draft.snapshot.children[input.child];
  if (child?.status !== 'created') return null;
  draft.child('CHILD_STARTED', child, 'started', { data: { instance: input.instance } });
  return null;
}

/**
 * A child's instance has ended, or could not be started. That is kept whatever became of the parent meanwhile, and the parent
 * goes on if it may.
 */
export function childEnded(draft: Draft, input: InputOf<'child_ended'>): Refusal | null {
  const child = draft.snapshot.children[input.child];
  if (!child || !isOpenChild(child.status)) return null;
  close(draft, child, input.end);
  draft.handToSystem();
  goOn(draft);
  return null;
}

function close(draft: Draft, child: Child, end: ChildEnd): void {
  switch (end.status) {
    case 'completed': {
      const output = outputOf(draft, child, end);
      if (!output.ok) return draft.child('CHILD_FAILED', child, 'failed', { data: { error: output.error } });
      const { outcome } = end;
      return draft.child('CHILD_COMPLETED', child, 'completed', { data: { outcome, output: output.value } });
    }
    case 'failed': {
      const { code, message } = end.error;
      return draft.child('CHILD_FAILED', child, 'failed', { data: { error: { code, message } } });
    }
    case 'cancelled':
      return draft.child('CHILD_CANCELLED', child, 'cancelled', { data: {} });
  }
}

type Output =
  { readonly ok: true; readonly value: JsonObject } | { readonly ok: false; readonly error: ChildError };

/** `context path → value`, as the step's output mapping makes it of what the child has come to. */
function outputOf(draft: Draft, child: Child, end: Extract<ChildEnd, { status: 'completed' }>): Output {
  const step = draft.compiled.steps.get(child.step);
  const mapping = step?.type === 'SUB_WORKFLOW' ? (step.output ?? {}) : {};
  const { outcome, context } = end;
  const result = { outcome, context, input: child.input, subject: child.subject, instance: child.instance };
  const scope = { ...scopeOf(draft.snapshot, draft.env), result };
  const values: Record<string, Json> = {};
  for (const path of Object.keys(mapping).sort()) {
    const value = evaluateExpression(mapping[path] as string, scope, draft.compiled.declared);
    if (!value.ok) return noOutput(`The output ${path} could not be made. ${value.message}`);
    const forbidden = forbiddenNameIn(value.value);
    if (forbidden !== null)
      return noOutput(`The output ${path} could not be made: ${forbidden} is a reserved name.`);
    values[path] = value.value;
  }
  return { ok: true, value: values };
}

function noOutput(message: string): Output {
  return { ok: false, error: { code: 'evaluation', message } };
}
