import type { Step } from '@/lib/engine/definition/step-schema';
import { isOpenTask } from '@/lib/engine/lifecycle';
import {
  type ActivityExecution,
  type Snapshot,
  type Stay,
  executionKey,
  opened,
} from '@/lib/engine/snapshot';
import type { InputOf } from './contract';
import type { Draft } from './draft';

/** Where a line goes: to which step of the new version, and whether its stay goes on as it is. */
export type Fate = { readonly stay: Stay; readonly to: string; readonly carried: boolean };

export type Blocked = { readonly ok: false; readonly code: string; readonly message: string };
type Fates = { readonly ok: true; readonly value: readonly Fate[] } | Blocked;

/** What becomes of each line, or why one cannot go. */
export function fatesOf(draft: Draft, stays: readonly Stay[], input: InputOf<'migrate'>): Fates {
  const fates: Fate[] = [];
  for (const stay of stays) {
    const fate = fateOf(draft, stay, input);
    if ('ok' in fate) return fate;
    fates.push(fate);
  }
  return { ok: true, value: fates };
}

function fateOf(draft: Draft, stay: Stay, { map, source, target, work }: InputOf<'migrate'>): Fate | Blocked {
  const { snapshot } = draft;
  const to = map[stay.step] ?? stay.step;
  const step = draft.compiled.steps.get(to);
  const before = source.steps.find(({ key }) => key === stay.step);
  if (!step)
    return no(
      'no_counterpart',
      `It is in ${stay.step}, and version ${target.version} has no such step. Say where ${stay.step} goes.`,
    );
  if (stay.leaving)
    return no(
      'leaving',
      `It is leaving ${stay.step} by ${stay.leaving.transition}, whose activities run. Try again when it has.`,
    );
  const running = executionsOf(snapshot, stay).find(({ status }) => status === 'running');
  if (running)
    return no(
      'activity_running',
      `${running.activity} in ${stay.step} runs at this moment. Try again when it has ended.`,
    );

  const same = to === stay.step && step.type === before?.type;
  if (Object.values(snapshot.branches).some((branch) => opened(stay, branch)))
    return same
      ? { stay, to, carried: true }
      : no('fork', `Its branches of ${stay.step} are open, so that step has to stay as it is.`);
  if (step.type === 'COMPENSATE' && same)
    return no('undoing', `What it did is being undone in ${stay.step}. Try again when it has been.`);
  if (same && work === 'keep' && goesOn(draft, stay, step)) return { stay, to, carried: true };
  return anew(snapshot, stay, to);
}

/** True where nothing of a stay that goes on would find itself without its counterpart. */
function goesOn(draft: Draft, stay: Stay, step: Step): boolean {
  const { snapshot, compiled } = draft;
  if (step.type === 'USER_TASK') {
    const task = snapshot.tasks[stay.key];
    const ways = compiled.waysOut.get(step.key) ?? [];
    const leads = (outcome: string) =>
      ways.some(({ on }) => typeof on === 'object' && 'outcome' in on && on.outcome === outcome);
    return !task || task.outcomes.every(({ key }) => leads(key));
  }
  if (step.type === 'AUTOMATED') {
    const known = new Set(step.activities.map(({ key }) => executionKey(stay.key, key)));
    return executionsOf(snapshot, stay).every(({ key, undoOf }) => undoOf !== null || known.has(key));
  }
  return true;
}

/** The line enters its step anew: what it has done so far in the old one must not be lost, nor done twice. */
function anew(snapshot: Snapshot, stay: Stay, to: string): Fate | Blocked {
  const done = executionsOf(snapshot, stay).find(
    ({ status, undoOf }) => status === 'completed' && undoOf === null,
  );
  if (done)
    return no(
      'already_done',
      `${done.activity} in ${stay.step} has been done, and would be done again in ${to}.`,
    );
  if (Object.values(snapshot.children).some((child) => isOf(stay, child)))
    return no(
      'children',
      `Children that ${stay.step} has started are not over. They go on by their own versions; try again when they have ended.`,
    );
  const task = snapshot.tasks[stay.key];
  if (task && isOpenTask(task.status) && task.votes.length > 0)
    return no(
      'decided_in_part',
      `${task.votes.length} of ${task.approvals.required} have decided in ${stay.step}, which would be lost. Try again when the task has been decided.`,
    );
  return { stay, to, carried: false };
}

function executionsOf(snapshot: Snapshot, stay: Stay): ActivityExecution[] {
  return Object.values(snapshot.activities).filter((execution) => isOf(stay, execution));
}

function isOf(stay: Stay, part: Pick<Stay, 'branch' | 'step' | 'visit'>): boolean {
  return part.branch === stay.branch && part.step === stay.step && part.visit === stay.visit;
}

function no(code: string, message: string): Blocked {
  return { ok: false, code, message };
}
