import { blockedAt, forbiddenNameIn } from '@/lib/engine/context-path';
import { evaluateExpression } from '@/lib/engine/conditions/evaluate';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Json } from '@/lib/engine/json';
import type { ActivityError, ActivityExecution } from '@/lib/engine/snapshot';
import { complete } from './complete';
import type { Draft } from './draft';
import { scopeOfExecution } from './scope';

type SetContext = Extract<Activity, { type: 'SET_CONTEXT' }>;
type Values =
  | { readonly ok: true; readonly set: Record<string, Json> }
  | { readonly ok: false; readonly error: ActivityError };

/** Tells SET_CONTEXT from the types of plugins, which TypeScript only knows as text. */
export function isSetContext(activity: Activity): activity is SetContext {
  return activity.type === 'SET_CONTEXT';
}

/**
 * SET_CONTEXT has no effect outside, so the core runs it itself: one attempt, all in one plan. All expressions see the
 * context as it was before; then all values are set together.
 */
export function runSetContext(draft: Draft, activity: SetContext, execution: ActivityExecution): void {
  draft.wake();
  draft.activity('ACTIVITY_SCHEDULED', execution, 'scheduled', {});
  draft.activity('ACTIVITY_STARTED', execution, 'running', { attempt: execution.attempts + 1, lease: null });
  const values = valuesOf(draft, activity, execution);
  if (values.ok) complete(draft, execution, { output: null, set: values.set });
  else draft.activity('ACTIVITY_FAILED', execution, 'failed', { error: values.error });
}

function valuesOf(draft: Draft, activity: SetContext, execution: ActivityExecution): Values {
  const scope = scopeOfExecution(draft.snapshot, draft.env, execution);
  const set: Record<string, Json> = {};
  for (const [path, expression] of Object.entries(activity.settings.set).sort(byPath)) {
    const blocked = blockedAt(draft.snapshot.context, path);
    if (blocked !== null) {
      return failed(`context.${path} cannot be set, because context.${blocked} is not an object.`);
    }
    const result = evaluateExpression(expression, scope, draft.compiled.declared);
    if (!result.ok) return failed(`context.${path} could not be set. ${result.message}`);
    const forbidden = forbiddenNameIn(result.value);
    if (forbidden !== null)
      return failed(`context.${path} could not be set: ${forbidden} is a reserved name.`);
    set[path] = result.value;
  }
  return { ok: true, set };
}

function failed(message: string): Values {
  return { ok: false, error: { code: 'evaluation', message, retryable: false } };
}

function byPath([left]: readonly [string, string], [right]: readonly [string, string]): number {
  return left < right ? -1 : 1;
}
