import type { SignalStep } from '@/lib/engine/definition/step-schema';
import type { Signal, Stay } from '@/lib/engine/snapshot';
import { setStayTimers } from './deadlines';
import type { Draft } from './draft';
import { correlationKey } from './correlation';
import { consumedBy, nextSignal } from './interruption';
import { scopeOf } from './scope';
import { type Choice, chooseWayOut } from './transitions-out';
import { type Way, leaveByChoice, rests } from './way';

/**
 * A WAIT_FOR_SIGNAL consumes the oldest signal of its name, also one that came before the wait began (DESIGN 12). The
 * payload goes to `context.signals.<step>`, and only there: what comes from outside writes what was declared. A step with a
 * `correlation` of its own makes its key when it is entered, and takes nothing that was sent to another key: so the branches of
 * one instance can wait for the same signal, each for its own.
 */
export function workOnSignal(draft: Draft, stay: Stay, step: SignalStep): Way {
  const consumed = consumedBy(draft, stay);
  if (consumed) return leaveByChoice(draft, stay, wayAfter(draft, stay, step, consumed));
  const waiting = correlated(draft, stay, step);
  if (!waiting) return rests;
  const signal = nextSignal(draft, new Set([step.signal]), waiting);
  if (signal) {
    draft.note('SIGNAL_CONSUMED', 'signal', signal.id, {
      data: { stay: stay.key, set: { [`signals.${step.key}`]: signal.payload } },
      branch: stay.branch,
    });
    return leaveByChoice(draft, stay, wayAfter(draft, stay, step, signal));
  }
  if (!setStayTimers(draft, stay, step)) return rests;
  draft.wait([step.source ?? 'signal']);
  return rests;
}

/** The stay with its correlation key, made once; null where the key cannot be made, which is an incident. */
function correlated(draft: Draft, stay: Stay, { key, signal, correlation }: SignalStep): Stay | null {
  if (correlation === undefined || stay.awaits !== undefined) return stay;
  const made = correlationKey(correlation, scopeOf(draft.snapshot, draft.env), draft.compiled.declared);
  if (made.ok && made.key !== null) {
    const data = { signal, correlation: made.key };
    draft.note('SIGNAL_AWAITED', 'signal', stay.key, { data, branch: stay.branch });
    return { ...stay, awaits: made.key };
  }
  const why = made.ok ? `${correlation} gives nothing.` : made.message;
  const words = `The wait ${key} has no correlation key. ${why} Mend the context and retry.`;
  draft.incident(stay.key, stay.step, 'evaluation_failed', words);
  return null;
}

/** The step's completion, or a transition that names the very signal. */
function wayAfter(draft: Draft, stay: Stay, step: SignalStep, signal: Signal): Choice {
  const byCompletion = chooseWayOut(draft, stay, 'completion', { signal });
  if (byCompletion.kind !== 'none') return byCompletion;
  const bySignal = chooseWayOut(draft, stay, { signal: step.signal }, { signal });
  return bySignal.kind === 'none' ? byCompletion : bySignal;
}
