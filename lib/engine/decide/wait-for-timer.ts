import { evaluateExpression } from '@/lib/engine/conditions/evaluate';
import { nextCronMatch } from '@/lib/engine/deadlines/cron';
import { readInstant } from '@/lib/engine/deadlines/instant';
import type { TimerStep } from '@/lib/engine/definition/step-schema';
import type { Stay } from '@/lib/engine/snapshot';
import { type Counted, countTime } from './count-time';
import { setStayTimers } from './deadlines';
import type { Draft } from './draft';
import { scopeOf } from './scope';
import { waitTimerKey } from './timer-keys';
import { type Way, leaveBy, rests } from './way';

/**
 * A WAIT_FOR_TIMER computes its instant once, when it is entered, and is left when that timer has fired. It waits even where
 * the instant has passed already: timers fire one after the other, so a loop around one cannot run away.
 */
export function workOnTimer(draft: Draft, stay: Stay, step: TimerStep): Way {
  const key = waitTimerKey(stay.key);
  const timer = draft.snapshot.timers[key];
  if (timer?.ending === 'fired') return leaveBy(draft, stay, 'completion');
  if (!timer) {
    const end = waitEnd(draft, stay, step);
    if (!end.ok) {
      const words = `The wait ${step.key} has no end. ${end.message} Mend the context and retry.`;
      draft.incident(stay.key, stay.step, 'evaluation_failed', words);
      return rests;
    }
    const wait = {
      key,
      stay: stay.key,
      purpose: 'wait',
      rung: null,
      dueAt: end.at,
      basis: end.basis,
    } as const;
    if (!setStayTimers(draft, stay, step, { others: [wait] })) return rests;
  }
  draft.wait(['cron' in step.timer ? 'cron' : 'timer']);
  return rests;
}

function waitEnd(draft: Draft, stay: Stay, { timer }: TimerStep): Counted {
  const { now, timeZone = 'UTC' } = draft.env;
  const { waitUntil } = draft.carriedBy(stay.key);
  if (waitUntil !== null) return { ok: true, at: waitUntil, basis: { carried: true } };
  if ('duration' in timer) return countTime(draft, now, timer.duration, { calendar: timer.calendar });
  if ('cron' in timer) {
    const match = nextCronMatch(now, timer.cron, timer.timeZone);
    return match.ok ? { ...match, basis: { cron: timer.cron, from: now, timeZone: timer.timeZone } } : match;
  }
  const scope = scopeOf(draft.snapshot, draft.env);
  const result = evaluateExpression(timer.until, scope, draft.compiled.declared);
  if (!result.ok) return result;
  const at = typeof result.value === 'string' ? readInstant(result.value, timeZone) : null;
  if (at === null) {
    const message = `${timer.until} must give an instant like 2026-03-01T09:00:00Z or a date; it gave ${JSON.stringify(result.value)}.`;
    return { ok: false, message };
  }
  return { ok: true, at, basis: { until: timer.until, value: result.value, timeZone } };
}
