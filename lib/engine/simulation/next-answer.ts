import type { Task } from '@/lib/engine/snapshot';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import { exampleInput, exampleOf, exampleResult } from './example';
import { openWork, type OpenWork } from './open-work';
import type { Answer } from './scenario';
import type { Simulation } from './simulation';

/** What a run that nobody answers takes for granted. */
export type Assumptions = {
  /** Step → outcome of its task, or null: nobody decides it, and time goes on. */
  readonly outcomes: Readonly<Record<string, string | null>>;
  /** Keys of activities that fail for good. */
  readonly failing: readonly string[];
};

/**
 * What happens next when all goes its way: activities succeed (but those that are to fail), tasks end with the outcome that is
 * chosen, else with their first positive one, what is waited for comes, and else time goes on.
 * @returns null when nothing happens any more: it has ended, or stands still for good or for a person
 */
export function nextAnswer(simulation: Simulation, assumed: Assumptions): Answer | null {
  const open = openWork(simulation);
  if (open.closed || open.incidents.length > 0) return null;
  const [attempt] = open.activities;
  if (attempt) return attempted(attempt.activity, assumed);
  const task = open.tasks.find(({ step }) => assumed.outcomes[step] !== null);
  if (task) return decided(task, assumed);
  return arrived(open) ?? (open.next ? { do: 'wait' } : null);
}

function attempted(activity: Activity, { failing }: Assumptions): Answer {
  return failing.includes(activity.key)
    ? { do: 'fail', activity: activity.key, code: 'assumed', again: false }
    : { do: 'succeed', activity: activity.key, result: exampleResult(activity) };
}

function decided({ step, outcomes, form }: Task, assumed: Assumptions): Answer {
  const usual = outcomes.find(({ kind }) => kind === 'positive') ?? outcomes[0];
  const outcome = assumed.outcomes[step] ?? usual?.key ?? '';
  return { do: 'decide', step, outcome, ...(form && { form: exampleInput(form.schema) }) };
}

/** What comes from outside: a child's end, a file, the signal of a step that waits for one. */
function arrived({ children, files, signals }: OpenWork): Answer | null {
  const [child] = children;
  if (child) return { do: 'child', step: child.step, position: child.position, status: 'completed' };
  const [file] = files;
  if (file !== undefined) return { do: 'file', step: file };
  const awaited = signals.find(({ own }) => own);
  if (!awaited) return null;
  const payload = awaited.payload ? exampleOf(awaited.payload) : {};
  return { do: 'signal', signal: awaited.signal, payload: payload as Record<string, never> };
}
