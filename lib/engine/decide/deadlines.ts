import type { Rung, Step } from '@/lib/engine/definition/step-schema';
import type { SetTimer } from '@/lib/engine/event-data';
import type { JsonObject } from '@/lib/engine/json';
import type { Stay } from '@/lib/engine/snapshot';
import { type Counted, countTime } from './count-time';
import type { Draft } from './draft';
import { ageTimerKey, dueTimerKey, instanceAgeKey, rungTimerKey } from './timer-keys';

type Timers =
  | { readonly ok: true; readonly timers: readonly SetTimer[] }
  | { readonly ok: false; readonly message: string };
type WithDue = Extract<Step, { due?: unknown }>;
type Due = NonNullable<WithDue['due']>;
/** A deadline, and what it was computed from; a task of an earlier version of the core does not know that. */
type Deadline = { readonly at: string; readonly basis: JsonObject | null };

/**
 * Sets, once a stay, the timers of what a step says of its deadline and its maximum age (DESIGN 10), together with those
 * given.
 * @param due the deadline where it has been computed already (a task's)
 * @returns false when one has no instant; then the instance needs attention, for a deadline must not be lost
 */
export function setStayTimers(
  draft: Draft,
  stay: Stay,
  step: WithDue | Extract<Step, { type: 'WAIT_FOR_TIMER' | 'SUB_WORKFLOW' }>,
  { due = null, others = [] }: { readonly due?: Deadline | null; readonly others?: readonly SetTimer[] } = {},
): boolean {
  // They are all set by one event.
  if (Object.values(draft.snapshot.timers).some((timer) => timer.stay === stay.key)) return true;
  const parts = [
    'due' in step ? deadlineTimers(draft, stay, step, due ?? draft.carriedBy(stay.key).due) : none,
    ageTimers(draft, stay, step.maxAge),
  ];
  const failed = parts.find((part) => !part.ok);
  if (failed && !failed.ok) {
    const words = `The deadline of ${step.key} has no instant. ${failed.message}`;
    draft.incident(stay.key, stay.step, 'evaluation_failed', words);
    return false;
  }
  const timers = [...others, ...parts.flatMap((part) => (part.ok ? part.timers : []))];
  if (timers.length > 0) {
    draft.note('TIMERS_SET', 'timer', stay.key, { data: { timers }, branch: stay.branch });
  }
  return true;
}

/** The timer of the whole instance's maximum age, set when it starts; none where the definition names no age. */
export function instanceAgeTimers(draft: Draft): readonly SetTimer[] {
  const { maxAge } = draft.compiled.definition;
  if (maxAge === undefined) return [];
  const end = countTime(draft, draft.env.now, maxAge);
  // Lint refuses an age that has no end. One whose calendar has come to its end later leaves the steps' own ages.
  if (!end.ok) return [];
  const { at: dueAt, basis } = end;
  return [{ key: instanceAgeKey, stay: null, purpose: 'max_age', rung: null, dueAt, basis }];
}

/** The deadline of a step that is entered now. `zone`: that of the one person whose task it is. */
export function deadlineOf(draft: Draft, due: Due, zone?: string): Counted {
  return countTime(draft, draft.env.now, due.in, { calendar: due.calendar, zone });
}

/** The rungs of the ladder of a step's deadline. */
export function ladderOf(step: Step): readonly Rung[] {
  return 'due' in step ? (step.due?.ladder ?? []) : [];
}

const none: Timers = { ok: true, timers: [] };

function deadlineTimers(draft: Draft, stay: Stay, step: WithDue, known: Deadline | null): Timers {
  if (!step.due) return none;
  const deadline = known ? { ...known, ok: true as const } : deadlineOf(draft, step.due);
  return deadline.ok ? timersOf(draft, stay, step, deadline) : deadline;
}

/**
 * The timers of a deadline: one for each rung, or one of its own where there is no ladder.
 * @param change what the keys of a changed deadline's timers end in, since those of the one before stay in history
 */
export function timersOf(draft: Draft, stay: Stay, step: WithDue, deadline: Deadline, change = ''): Timers {
  if (!step.due) return none;
  const zone = deadline.basis?.['timeZone'] as string | undefined;
  const basis = { ...(deadline.basis ?? { duration: step.due.in }), dueAt: deadline.at };
  const timers: SetTimer[] = [];
  for (const rung of ladderOf(step)) {
    const back = rung.at.startsWith('-');
    const end = countTime(draft, deadline.at, back ? rung.at.slice(1) : rung.at, {
      calendar: step.due.calendar,
      zone,
      back,
      closing: true,
    });
    if (!end.ok) return end;
    timers.push({
      key: rungTimerKey(stay.key, rung.key) + change,
      stay: stay.key,
      purpose: 'rung',
      rung: rung.key,
      dueAt: end.at,
      basis: { ...basis, offset: rung.at },
    });
  }
  if (timers.length === 0) {
    const key = dueTimerKey(stay.key) + change;
    timers.push({ key, stay: stay.key, purpose: 'due', rung: null, dueAt: deadline.at, basis });
  }
  return { ok: true, timers };
}

function ageTimers(draft: Draft, stay: Stay, maxAge: string | undefined): Timers {
  if (maxAge === undefined) return none;
  const end = countTime(draft, draft.env.now, maxAge);
  if (!end.ok) return end;
  const { at: dueAt, basis } = end;
  const key = ageTimerKey(stay.key);
  return { ok: true, timers: [{ key, stay: stay.key, purpose: 'max_age', rung: null, dueAt, basis }] };
}
