import type { Transition } from '@/lib/engine/definition/schema';
import type { Step, StepType } from '@/lib/engine/definition/step-schema';
import { freeKey } from './names';
import type { ConversionNote } from './source';

type Drawn = { readonly steps: readonly Step[]; readonly transitions: readonly Transition[] };

const waits: ReadonlySet<StepType> = new Set([
  'USER_TASK',
  'WAIT_FOR_SIGNAL',
  'WAIT_FOR_TIMER',
  'WAIT_FOR_FILE',
  'SUB_WORKFLOW',
]);

/** The drawing with a pause of an hour in each circle in which nothing waits: here, no circle runs without one. */
export function unhurried(
  { steps, transitions }: Drawn,
  notes: ConversionNote[],
): { steps: Step[]; transitions: Transition[] } {
  const made = { steps: [...steps], transitions: [...transitions] };
  const [keys, names] = [new Set(steps.map(({ key }) => key)), new Set(transitions.map(({ key }) => key))];
  for (let back = closing(made); back; back = closing(made)) {
    const key = freeKey(`${back.key}_pause`.slice(0, 60), keys);
    notes.push({
      element: back.key,
      what: 'it leads round in a circle in which nothing waited; an hour passes there',
    });
    made.steps.push({ key, type: 'WAIT_FOR_TIMER', name: 'Pause', timer: { duration: 'PT1H' } });
    made.transitions[made.transitions.indexOf(back)] = { ...back, to: key };
    made.transitions.push({ key: freeKey(`from_${key}`.slice(0, 60), names), from: key, to: back.to });
  }
  return made;
}

/** A transition that closes a circle of steps none of which waits. */
function closing({ steps, transitions }: Drawn): Transition | null {
  const busy = new Set(steps.filter(({ type }) => !waits.has(type)).map(({ key }) => key));
  const done = new Set<string>();
  const open = new Set<string>();
  const visit = (key: string): Transition | null => {
    open.add(key);
    for (const one of transitions.filter(({ from, to }) => from === key && busy.has(to))) {
      if (open.has(one.to)) return one;
      const found = done.has(one.to) ? null : visit(one.to);
      if (found) return found;
    }
    open.delete(key);
    done.add(key);
    return null;
  };
  for (const key of busy) {
    const found = done.has(key) ? null : visit(key);
    if (found) return found;
  }
  return null;
}
