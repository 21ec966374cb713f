import type { SignalStep } from '@/lib/engine/definition/step-schema';
import { equalJson } from '@/lib/engine/json';
import { called } from './graph';
import { error, type Rule } from './model';

/**
 * Steps that wait for the same signal declare the same payload: a signal may come before it is known which of them it will
 * reach, and it is checked when it comes.
 */
export const signalPayloadsDiffer: Rule = ({ definition }) => {
  const first = new Map<string, SignalStep>();
  return definition.steps.flatMap((step, index) => {
    if (step.type !== 'WAIT_FOR_SIGNAL') return [];
    const other = first.get(step.signal);
    if (other === undefined) {
      first.set(step.signal, step);
      return [];
    }
    if (equalJson(step.payload ?? null, other.payload ?? null)) return [];
    return [
      error(
        'signal_payloads_differ',
        `/steps/${index}/payload`,
        step.key,
        `The steps ${called(other)} and ${called(step)} wait for the signal "${step.signal}" and declare different payloads.`,
        'Declare the same payload in both, or give the signals different names.',
      ),
    ];
  });
};
