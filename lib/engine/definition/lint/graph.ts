import type { Definition, Transition, Trigger } from '@/lib/engine/definition/schema';
import type { Step, StepType } from '@/lib/engine/definition/step-schema';

/** The steps and transitions of a definition, found by key; made once, so that every rule is linear. */
export class Graph {
  /** Of steps with the same key, the first. */
  readonly steps = new Map<string, Step>();
  /** Where those steps stand in the definition's list. */
  readonly positions = new Map<string, number>();
  readonly #outgoing = new Map<string, Transition[]>();
  readonly #incoming = new Map<string, Transition[]>();
  readonly #repairs = new Map<string, Transition[]>();

  constructor(definition: Definition) {
    definition.steps.forEach((step, position) => {
      if (this.steps.has(step.key)) return;
      this.steps.set(step.key, step);
      this.positions.set(step.key, position);
    });
    for (const transition of definition.transitions) {
      if (transition.on === 'repair') {
        add(this.#repairs, transition.from, transition);
        continue;
      }
      add(this.#outgoing, transition.from, transition);
      add(this.#incoming, transition.to, transition);
    }
  }

  /** Those that are taken by what happens. A process has to come to its end by them alone, so repairs are none. */
  outgoing(step: string): readonly Transition[] {
    return this.#outgoing.get(step) ?? [];
  }

  /** Those along which staff may move an instance. */
  repairs(step: string): readonly Transition[] {
    return this.#repairs.get(step) ?? [];
  }

  incoming(step: string): readonly Transition[] {
    return this.#incoming.get(step) ?? [];
  }

  /** The transitions out of a step by their trigger (`triggerName`): what is chosen among when it happens. */
  choices(step: string): ReadonlyMap<string, readonly Transition[]> {
    const groups = new Map<string, Transition[]>();
    for (const transition of this.outgoing(step)) add(groups, triggerName(transition.on), transition);
    return groups;
  }

  /** The steps that can be reached from these along the transitions and by repairs, these among them. */
  reachableFrom(starts: readonly string[]): ReadonlySet<string> {
    return this.#flood(starts, (step) =>
      [...this.outgoing(step), ...this.repairs(step)].map((transition) => transition.to),
    );
  }

  /** The steps from which one of these can be reached, these among them. */
  leadingTo(ends: readonly string[]): ReadonlySet<string> {
    return this.#flood(ends, (step) => this.incoming(step).map((transition) => transition.from));
  }

  #flood(from: readonly string[], next: (step: string) => readonly string[]): ReadonlySet<string> {
    const reached = new Set(from.filter((step) => this.steps.has(step)));
    const open = [...reached];
    for (let step = open.pop(); step !== undefined; step = open.pop()) {
      for (const neighbour of next(step)) {
        if (reached.has(neighbour) || !this.steps.has(neighbour)) continue;
        reached.add(neighbour);
        open.push(neighbour);
      }
    }
    return reached;
  }
}

/** The name of a trigger, for grouping: `completion`, `outcome:approve`, `error:*`, … */
export function triggerName(on: Trigger | undefined): string {
  if (on === undefined || typeof on === 'string') return on ?? 'completion';
  if ('outcome' in on) return `outcome:${on.outcome}`;
  if ('signal' in on) return `signal:${on.signal}`;
  if ('deadline' in on) return `deadline:${on.deadline}`;
  return on.error === true ? 'error:*' : `error:${on.error}`;
}

/** Steps in which an instance waits for something from outside. */
export const waitingTypes: ReadonlySet<StepType> = new Set([
  'USER_TASK',
  'WAIT_FOR_SIGNAL',
  'WAIT_FOR_TIMER',
  'WAIT_FOR_FILE',
  'SUB_WORKFLOW',
]);

/** What people call a step, a transition or an activity: its name, else its key, in quotes. */
export function called(element: { readonly key: string; readonly name?: string }): string {
  return element.name === undefined || element.name === element.key
    ? `"${element.key}"`
    : `"${element.name}" (${element.key})`;
}

function add(map: Map<string, Transition[]>, key: string, transition: Transition): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [transition]);
  else list.push(transition);
}
