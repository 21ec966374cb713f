import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { DataOf } from '@/lib/engine/event-data';
import { effectsToUndo, irreversibleEffects, undoKey } from '@/lib/engine/ledger';
import type { ActivityError, ActivityExecution, Ending } from '@/lib/engine/snapshot';
import { plusSeconds } from '@/lib/engine/deadlines/instant';
import { endChildren, openChildren } from './children';
import { failureCode, failureWords, workOnExecution } from './execution';
import { whereItRuns } from './external';
import type { Draft } from './draft';
import { handOut } from './handing-over';
import { leaveLines, stopWork } from './stopping';

/** What undoing has come to: all is undone, it rests (an undo runs or waits), or an undo has failed for good. */
export type Undoing =
  | { readonly kind: 'done' }
  | { readonly kind: 'rests' }
  | { readonly kind: 'failed'; readonly execution: ActivityExecution };

type Cause = NonNullable<DataOf<'WORKFLOW_COMPENSATING'>['cause']>;

/**
 * From here on what was done is undone (DESIGN 11). Open tasks and work that has not begun are cancelled; an attempt that
 * runs may end, so that it is known whether there is something to undo; what cannot be undone is named in the history.
 */
export function beginCompensation(
  draft: Draft,
  ending: Extract<Ending, { by: 'compensation' }>,
  cause: Cause | null = null,
): void {
  const incidents = openIncidentKeys(draft);
  draft.status('WORKFLOW_COMPENSATING', 'compensating', {
    data: {
      ending,
      irreversible: irreversibleEffects(draft.snapshot).map(({ key }) => key),
      ...(cause ? { cause } : {}),
      ...(incidents.length > 0 ? { incidents } : {}),
    },
    reason: ending.reason,
  });
  // Whoever was told of an undo of a COMPENSATE step may have found the instance held up, and is gone.
  draft.again = true;
  for (const undo of failedUndos(draft)) {
    draft.activity('ACTIVITY_RETRYING', undo, 'retrying', { nextAttemptAt: plusSeconds(draft.env.now, 0) });
  }
  goOnCompensating(draft);
}

/** Undoes as far as possible without anybody's help; ends the instance when nothing is left to undo. */
export function goOnCompensating(draft: Draft): void {
  const { ending, status } = draft.snapshot;
  if (ending?.by !== 'compensation' || status !== 'compensating') return;
  stopWork(draft, 'compensating', ({ undoOf, status: at }) => undoOf !== null || at === 'running');
  draft.handToSystem();
  const goesForward = ({ undoOf, status: at }: ActivityExecution): boolean =>
    undoOf === null && at === 'running';
  const reason = ending.reason ?? 'What its parent did is being undone';
  endChildren(draft, () => true, { mode: 'compensated', reason });
  if (Object.values(draft.snapshot.activities).some(goesForward) || openChildren(draft).length > 0) return;

  draft.lookAgain();
  const undoing = undoEffects(draft, () => effectsToUndo(draft.snapshot));
  if (undoing.kind === 'rests') return handOut(draft);
  if (undoing.kind === 'failed') {
    const { execution } = undoing;
    draft.incident(execution.key, execution.step, ...undoFailure(execution));
    return;
  }
  leaveLines(draft, () => true, 'compensated', ending.reason ?? undefined);
  switch (ending.then) {
    case 'reversed':
      return draft.status('WORKFLOW_REVERSED', 'reversed', { data: {} });
    case 'completed':
      return draft.status('WORKFLOW_COMPLETED', 'completed', { data: { outcome: 'compensated' } });
    case 'cancelled':
      return draft.status('WORKFLOW_CANCELLED', 'cancelled', {
        data: { mode: 'compensated' },
        reason: ending.reason,
      });
  }
}

/**
 * Undoes effects one at a time, the latest first, each by its compensation.
 * @param effects what is still to be undone, the latest first; asked again after each
 * @param step of which an incident about it speaks; by default that of the effect
 */
export function undoEffects(
  draft: Draft,
  effects: () => readonly ActivityExecution[],
  step: string | null = null,
): Undoing {
  for (;;) {
    const [latest] = effects();
    if (!latest) return { kind: 'done' };
    const compensation = compensationOf(draft, latest);
    const key = createOnce(draft, latest, compensation);
    const progress = workOnExecution(draft, compensation, key, step ?? latest.step);
    if (progress === 'rests') return { kind: 'rests' };
    if (progress !== 'done') return { kind: 'failed', execution: progress };
  }
}

/** Code and words of the incident about an undo that failed for good. */
export function undoFailure(undo: ActivityExecution): readonly [code: string, message: string] {
  const error: ActivityError = undo.error ?? { code: 'unknown', message: 'It failed.', retryable: false };
  const code = failureCode(error);
  return [code === 'activity_failed' ? 'compensation_failed' : code, failureWords(undo, error)];
}

function createOnce(draft: Draft, effect: ActivityExecution, compensation: Activity): string {
  const key = undoKey(effect.key);
  const { branch, step, visit } = effect;
  if (!Object.hasOwn(draft.snapshot.activities, key)) {
    const data = {
      step,
      visit,
      activity: compensation.key,
      undoOf: effect.key,
      ...whereItRuns(compensation),
    };
    draft.activity('ACTIVITY_CREATED', { key, branch }, 'created', data);
  }
  return key;
}

function compensationOf(draft: Draft, { key, compensation }: ActivityExecution): Activity {
  const { compensations = [], key: definition } = draft.compiled.definition;
  const found = compensations.find((one) => one.key === compensation);
  if (!found)
    throw new Error(`Definition ${definition} has no compensation ${compensation}, which undoes ${key}.`);
  return found;
}

function failedUndos(draft: Draft): ActivityExecution[] {
  return Object.values(draft.snapshot.activities).filter(
    ({ undoOf, status }) => undoOf !== null && status === 'failed',
  );
}

function openIncidentKeys(draft: Draft): string[] {
  return Object.values(draft.snapshot.incidents)
    .filter(({ closedAt }) => closedAt === null)
    .map(({ key }) => key)
    .sort();
}
