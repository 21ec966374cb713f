import { equalJson, type Json, type JsonObject } from '@/lib/engine/json';
import type { Definition, Transition } from './schema';
import type { Step } from './step-schema';

/** What a difference is about, as people ask for it. */
export type Aspect =
  | 'people'
  | 'deadlines'
  | 'form'
  | 'outcomes'
  | 'activities'
  | 'guard'
  | 'trigger'
  | 'way'
  | 'data'
  | 'words'
  | 'drawing';

/** One setting that differs; undefined where it is not there. */
export type Difference = {
  readonly aspect: Aspect;
  /** Where it stands in the element: `who.roles`, `activities.pay.retry.maxAttempts`. */
  readonly setting: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
};

/** How two forms of one element differ. */
export type Change = {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly key: string;
  readonly name: string;
  /** What differs in one that is in both. */
  readonly differences: readonly Difference[];
};

export type Comparison = {
  readonly steps: readonly Change[];
  readonly transitions: readonly Change[];
  /** Settings of the definition itself, its compensations among them. */
  readonly settings: readonly Difference[];
};

/** What one definition has that another has not, and the other way round (DESIGN 13). Places on the canvas are none of it. */
export function compareDefinitions(before: Definition, after: Definition): Comparison {
  const { steps, transitions, ...settings } = before;
  const { steps: newSteps, transitions: newTransitions, ...newSettings } = after;
  const names = new Map([...steps, ...newSteps].map(({ key, name }) => [key, name ?? key]));
  const nameOf = (key: string) => names.get(key) ?? key;
  return {
    steps: changes(steps, newSteps, ({ key }) => key),
    // A key says nothing to who draws: what has no name is called by where it leads.
    transitions: changes(transitions, newTransitions, (one) =>
      'from' in one ? `${nameOf(one.from)} → ${nameOf(one.to)}` : one.key,
    ).map((change) => ({ ...change, differences: change.differences.map((one) => wayByName(one, nameOf)) })),
    settings: differences('', settings as unknown as Json, newSettings as unknown as Json),
  };
}

/** True where the two say the same. */
export function isSame({ steps, transitions, settings }: Comparison): boolean {
  return steps.length + transitions.length + settings.length === 0;
}

/** Keys of the steps in which a live instance meets something else than before: those that are gone, or differ. */
export function statesTouched({ steps }: Comparison): readonly string[] {
  return steps.filter(({ kind }) => kind !== 'added').map(({ key }) => key);
}

function changes(
  before: readonly (Step | Transition)[],
  after: readonly (Step | Transition)[],
  unnamed: (element: Step | Transition) => string,
): Change[] {
  // A draft may have a key twice; then only what is equal as a whole can be told to be so.
  if (equalJson(before as unknown as Json, after as unknown as Json)) return [];
  const old = new Map(before.map((element) => [element.key, element]));
  const current = new Set(after.map(({ key }) => key));
  const named = (kind: Change['kind'], element: Step | Transition, found: Difference[] = []): Change => ({
    kind,
    key: element.key,
    name: element.name ?? unnamed(element),
    differences: found,
  });
  return [
    ...after.flatMap((element) => {
      const previous = old.get(element.key);
      if (!previous) return [named('added', element)];
      const found = differences('', previous as unknown as Json, element as unknown as Json);
      return found.length === 0 ? [] : [named('changed', element, found)];
    }),
    ...before.filter(({ key }) => !current.has(key)).map((element) => named('removed', element)),
  ];
}

/** Where a transition comes from or leads, by the names of the steps. */
function wayByName(difference: Difference, nameOf: (key: string) => string): Difference {
  const named = (value: Json | undefined) => (typeof value === 'string' ? nameOf(value) : value);
  const { aspect, before, after } = difference;
  return aspect === 'way' ? { ...difference, before: named(before), after: named(after) } : difference;
}

/** Settings that differ, one by one: objects by name, lists of things by what each is called, everything else as a whole. */
function differences(at: string, before: Json | undefined, after: Json | undefined): Difference[] {
  if (equalJson(before, after)) return [];
  const left = membersOf(before);
  const right = membersOf(after);
  if (!left || !right) return [{ aspect: aspectOf(at), setting: at, before, after }];
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  // The fields of a form stand in it as they do for whoever fills it in, not under the word of JSON Schema.
  const inner = names.flatMap((name) =>
    differences(name === 'properties' ? at : at === '' ? name : `${at}.${name}`, left[name], right[name]),
  );
  // The same things in another order.
  return inner.length > 0 ? inner : [{ aspect: aspectOf(at), setting: at, before, after }];
}

/** By what the things of a list are told apart: steps and the like by their key, facts by their label, choices by their value. */
const callings = ['key', 'label', 'const'] as const;

function membersOf(value: Json | undefined): JsonObject | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!Array.isArray(value)) return value as JsonObject;
  const list = value as readonly Json[];
  for (const calling of callings) {
    const names = list.map((item) =>
      typeof item === 'object' && item !== null && !Array.isArray(item)
        ? (item as JsonObject)[calling]
        : undefined,
    );
    if (names.every((name) => typeof name === 'string') && new Set(names).size === list.length)
      return Object.fromEntries(list.map((item, index) => [names[index], item]));
  }
  return null;
}

const aspects: Readonly<Record<string, Aspect>> = {
  who: 'people',
  approvals: 'people',
  startableBy: 'people',
  due: 'deadlines',
  maxAge: 'deadlines',
  followUp: 'deadlines',
  timer: 'deadlines',
  calendar: 'deadlines',
  schedule: 'deadlines',
  form: 'form',
  input: 'form',
  inputUi: 'form',
  payload: 'form',
  facts: 'form',
  outcomes: 'outcomes',
  outcome: 'outcomes',
  activities: 'activities',
  compensations: 'activities',
  onFailure: 'activities',
  afterCompensation: 'activities',
  when: 'guard',
  default: 'guard',
  priority: 'guard',
  on: 'trigger',
  from: 'way',
  to: 'way',
  name: 'words',
  description: 'words',
  title: 'words',
  instructions: 'words',
  annotations: 'drawing',
};

function aspectOf(setting: string): Aspect {
  return aspects[setting.split('.')[0] ?? ''] ?? 'data';
}
