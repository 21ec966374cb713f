import type { Definition } from '@/lib/engine/definition/schema';
import { historyOf, type Simulation } from './simulation';

/** What no simulation has come to, by key, in the order of the definition. */
export type Coverage = {
  readonly steps: number;
  readonly transitions: number;
  readonly missedSteps: readonly string[];
  readonly missedTransitions: readonly string[];
};

/** Which steps and transitions a set of simulations has reached. */
export function coverageOf({ steps, transitions }: Definition, simulations: readonly Simulation[]): Coverage {
  const reached = simulations.map(reachedBy);
  // Staff alone move along a repair, and no simulation has staff.
  const ways = transitions.filter(({ on }) => on !== 'repair');
  const missed = (name: 'steps' | 'transitions', elements: readonly { readonly key: string }[]) =>
    elements.map(({ key }) => key).filter((key) => !reached.some((one) => one[name].has(key)));
  return {
    steps: steps.length,
    transitions: ways.length,
    missedSteps: missed('steps', steps),
    missedTransitions: missed('transitions', ways),
  };
}

/** Steps that were entered and transitions that were taken. */
export function reachedBy(simulation: Simulation): {
  readonly steps: ReadonlySet<string>;
  readonly transitions: ReadonlySet<string>;
} {
  const steps = new Set<string>();
  const transitions = new Set<string>();
  for (const { type, key, to, subject } of historyOf(simulation)) {
    if (subject === 'state' && to !== null) steps.add(to);
    if ((type === 'TRANSITION_TAKEN' || type === 'BRANCH_OPENED') && key !== null) transitions.add(key);
  }
  return { steps, transitions };
}
