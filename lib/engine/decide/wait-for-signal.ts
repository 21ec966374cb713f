import type { SignalStep } from '@/lib/engine/definition/step-schema';
import type { Signal, Stay } from '@/lib/engine/snapshot';
import { setStayTimers } from './deadlines';
import type { Draft } from './draft';
import { consumedBy, nextSignal } from './interruption';
import { type Choice, chooseWayOut } from './transitions-out';
import { type Way, leaveByChoice, rests } from './way';

/**
 * A WAIT_FOR_SIGNAL consumes the oldest signal of its name, also one that came before the wait began (DESIGN 12). The
 * payload goes to `context.signals.<step>`, and only there: what comes from outside writes what was declared.
 */
export function workOnSignal(draft: Draft, stay: Stay, step: SignalStep): Way {
  const consumed = consumedBy(draft, stay);
  if (consumed) return leaveByChoice(draft, stay, wayAfter(draft, stay, step, consumed));
  const signal = nextSignal(draft, new Set([step.signal]));
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

/** The step's completion, or a transition that names the very signal. */
function wayAfter(draft: Draft, stay: Stay, step: SignalStep, signal: Signal): Choice {
  const byCompletion = chooseWayOut(draft, stay, 'completion', { signal });
  if (byCompletion.kind !== 'none') return byCompletion;
  const bySignal = chooseWayOut(draft, stay, { signal: step.signal }, { signal });
  return bySignal.kind === 'none' ? byCompletion : bySignal;
}
