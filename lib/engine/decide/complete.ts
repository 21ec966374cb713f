import type { DataOf } from '@/lib/engine/event-data';
import type { ActivityExecution } from '@/lib/engine/snapshot';
import type { Draft } from './draft';

/** An attempt has done its work. Where that was to undo an effect, the history says of the effect that it is undone. */
export function complete(
  draft: Draft,
  execution: ActivityExecution,
  data: DataOf<'ACTIVITY_COMPLETED'>,
): void {
  draft.activity('ACTIVITY_COMPLETED', execution, 'completed', data);
  if (execution.undoOf === null) return;
  const { branch, key } = execution;
  draft.note('ACTIVITY_COMPENSATED', 'activity', execution.undoOf, { data: { undo: key }, branch });
}
