import { renderJson } from '@/lib/engine/conditions/template';
import { forbiddenNameIn } from '@/lib/engine/context-path';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { ActivityExecution } from '@/lib/engine/snapshot';
import { complete } from './complete';
import type { Draft } from './draft';
import { scopeOfExecution } from './scope';

type EmitEvent = Extract<Activity, { type: 'EMIT_EVENT' }>;

/** Tells EMIT_EVENT from the types of plugins, which TypeScript only knows as text. */
export function isEmitEvent(activity: Activity): activity is EmitEvent {
  return activity.type === 'EMIT_EVENT';
}

/**
 * EMIT_EVENT says something to the outside, and saying it is the event of its completion: the event bus brings that to
 * whoever subscribed. So the core runs it itself, and what is emitted is true exactly when the move is.
 */
export function runEmitEvent(draft: Draft, activity: EmitEvent, execution: ActivityExecution): void {
  draft.wake();
  draft.activity('ACTIVITY_SCHEDULED', execution, 'scheduled', {});
  draft.activity('ACTIVITY_STARTED', execution, 'running', { attempt: execution.attempts + 1, lease: null });
  const { event: type, data = null } = activity.settings;
  const rendered = renderJson(
    data,
    scopeOfExecution(draft.snapshot, draft.env, execution),
    draft.compiled.declared,
  );
  const forbidden = rendered.ok ? forbiddenNameIn(rendered.value) : null;
  if (rendered.ok && forbidden === null) {
    const emitted = { type, data: rendered.value };
    complete(draft, execution, { output: null, emitted });
    return;
  }
  const message = rendered.ok ? `${forbidden} is a reserved name.` : rendered.message;
  draft.activity('ACTIVITY_FAILED', execution, 'failed', {
    error: {
      code: 'evaluation',
      message: `The data of ${type} could not be made. ${message}`,
      retryable: false,
    },
  });
}
