import { allActivities } from '@/lib/engine/conditions/declared';
import type { Definition } from '@/lib/engine/definition/schema';
import { isOutcomeUnknown } from '@/lib/engine/ledger';
import { isOpenActivity } from '@/lib/engine/lifecycle';
import type { Incident } from '@/lib/engine/snapshot';
import { stepName } from './names';
import type { StoredExecution } from './read-instance';
import type { LedgerEntry } from './saga-schema';

/**
 * What the instance's activities have done outside and what became of undoing it, in the order in which it was done
 * (DESIGN 11). Empty where the definition says nothing of undoing.
 */
export function ledgerOf(
  definition: Definition,
  executions: readonly StoredExecution[],
  incidents: readonly Pick<Incident, 'key' | 'resolution'>[],
): LedgerEntry[] {
  const skipped = new Set(
    incidents.flatMap(({ key, resolution }) => (resolution === 'skipped' ? [key] : [])),
  );
  const activities = new Map(allActivities(definition).map((activity) => [activity.key, activity]));
  const undos = new Map(
    executions.flatMap((one) => (one.undoOf === null ? [] : [[one.undoOf, one] as const])),
  );
  const effects = executions.filter(
    (one) =>
      one.undoOf === null &&
      (one.status === 'completed' || isOutcomeUnknown(one)) &&
      activities.get(one.activity)?.type !== 'SET_CONTEXT',
  );
  if (!effects.some(({ compensation, irreversible }) => compensation !== null || irreversible)) return [];
  return effects
    .sort((left, right) => (left.closedSequence ?? 0) - (right.closedSequence ?? 0))
    .map((effect) => {
      const { key, activity, step, visit, compensation, closedSequence } = effect;
      const undo = undos.get(key);
      return {
        execution: key,
        activityName: activities.get(activity)?.name ?? activity,
        step,
        stepName: stepName(definition, step),
        visit,
        order: closedSequence ?? 0,
        outcomeUnknown: isOutcomeUnknown(effect),
        compensationName: compensation === null ? null : (activities.get(compensation)?.name ?? compensation),
        state: stateOf(effect, undo, undo !== undefined && skipped.has(undo.key)),
        undo: undo?.key ?? null,
      };
    });
}

function stateOf(
  effect: StoredExecution,
  undo: StoredExecution | undefined,
  skipped: boolean,
): LedgerEntry['state'] {
  if (effect.irreversible) return 'irreversible';
  if (effect.compensation === null) return 'none';
  if (!undo) return 'to_undo';
  if (undo.status === 'completed') return 'undone';
  // Its condition was false, unless it had begun or a person said so.
  if (undo.status === 'cancelled') return undo.attempts.length === 0 && !skipped ? 'not_needed' : 'skipped';
  if (undo.status === 'failed') return 'failed';
  return isOpenActivity(undo.status) ? 'undoing' : 'skipped';
}
