import { nearest } from '@/lib/engine/conditions/suggestion';
import type { Finding, Surroundings } from '@/lib/engine/definition/finding';
import { freeKey } from './keys';
import { placedKeys } from './annotations';
import { type Command, type DesignDocument, only, stepsOfType } from './document';
import { placeAfter } from './placement';
import { segmentsOf, setSetting } from './settings';
import { addStep, moveSteps, removeElements } from './steps';
import { connect } from './transitions';

/** What can be done about a finding by itself, and how it is called. */
export type Mend = {
  readonly kind:
    | 'addStart'
    | 'addEnd'
    | 'newKey'
    | 'unmarkDefault'
    | 'removeTransition'
    | 'removeSetting'
    | 'maxAge'
    | 'write';
  /** What is written, where something is. */
  readonly value?: string;
  readonly command: Command;
};

/** How long a process may take where a mend says it: the example of the finding. */
const usualAge = 'P90D';

/** The mend of a finding that needs no decision; null where a person has to choose. */
export function mendOf(
  document: DesignDocument,
  { code, path, element }: Finding,
  known: Surroundings,
): Mend | null {
  const at = segmentsOf(path);
  const write = (value: string | undefined): Mend | null =>
    value === undefined ? null : { kind: 'write', value, command: setSetting(at, value) };
  switch (code) {
    case 'no_start':
      return { kind: 'addStart', command: withStart };
    case 'no_end':
      return { kind: 'addEnd', command: withEnd };
    case 'duplicate_key':
      return at.length === 3 ? newKey(document, at) : null;
    case 'several_defaults':
      return { kind: 'unmarkDefault', command: setSetting(at, undefined) };
    case 'transition_into_start':
    case 'transition_out_of_end':
      return element === null
        ? null
        : { kind: 'removeTransition', command: removeElements(only({ transitions: [element] })) };
    case 'fork_condition_ignored':
    case 'resource_ignored':
      return { kind: 'removeSetting', command: setSetting(at, undefined) };
    case 'no_maximum_age':
      return { kind: 'maxAge', value: usualAge, command: setSetting(['maxAge'], usualAge) };
    case 'join_without_fork': {
      const joined = new Set(
        document.definition.steps.flatMap((step) => (step.type === 'PARALLEL_JOIN' ? step.fork : [])),
      );
      const [fork, ...more] = stepsOfType(document, 'PARALLEL_FORK').filter(({ key }) => !joined.has(key));
      return more.length === 0 ? write(fork?.key) : null;
    }
    default: {
      const names = namesFor(document, code, element, known);
      const given = valueAt(document.definition, at);
      const close = typeof given === 'string' && names ? nearest(given, names) : null;
      return write(close ?? undefined);
    }
  }
}

/** The names that there are, of which one was probably meant. */
function namesFor(
  { definition }: DesignDocument,
  code: Finding['code'],
  element: string | null,
  known: Surroundings,
): readonly string[] | null {
  switch (code) {
    case 'unknown_role':
      return known.roles;
    case 'unknown_rule':
      return known.rules;
    case 'unknown_function':
      return known.functions;
    case 'unknown_definition':
      return known.definitions;
    case 'unknown_calendar':
      return known.calendars ?? null;
    case 'unknown_resource':
      return known.resources ?? null;
    case 'unknown_activity_type':
      return known.activityTypes;
    case 'unknown_compensation':
      return (definition.compensations ?? []).map(({ key }) => key);
    case 'missing_step':
      return definition.steps.map(({ key }) => key);
    case 'unknown_outcome': {
      const from = definition.transitions.find(({ key }) => key === element)?.from;
      const step = definition.steps.find(({ key }) => key === from);
      return step?.type === 'USER_TASK' ? step.outcomes.map(({ key }) => key) : null;
    }
    default:
      return null;
  }
}

/** A start before everything, which leads to the step that nothing leads to, where there is one such step. */
function withStart(document: DesignDocument): DesignDocument {
  const { steps, transitions } = document.definition;
  const entered = new Set(transitions.map(({ to }) => to));
  const [first, ...more] = steps.filter(({ key }) => !entered.has(key));
  const beside = first && document.layout[first.key];
  const place = beside ? { x: beside.x - 240, y: beside.y } : placeAfter(document, undefined);
  const made = addStep(document, 'START', place);
  const moved = moveSteps({ [made.key]: place })(made.document);
  return first && more.length === 0 ? (connect(moved, made.key, first.key)?.document ?? moved) : moved;
}

/** An end, to which the step leads that leads nowhere, where there is one such step. */
function withEnd(document: DesignDocument): DesignDocument {
  const { steps, transitions } = document.definition;
  const left = new Set(transitions.map(({ from }) => from));
  const [last, ...more] = steps.filter(({ key }) => !left.has(key));
  const alone = more.length === 0 ? last : undefined;
  const made = addStep(document, 'END', placeAfter(document, alone?.key));
  return alone ? (connect(made.document, alone.key, made.key)?.document ?? made.document) : made.document;
}

/** The later of two elements with one key gets a key of its own; what names the key goes on naming the first. */
function newKey({ definition }: DesignDocument, at: readonly string[]): Mend | null {
  const given = valueAt(definition, at);
  if (typeof given !== 'string') return null;
  const taken =
    at[0] === 'transitions' ? definition.transitions.map(({ key }) => key) : placedKeys(definition);
  const value = freeKey(given, taken);
  return { kind: 'newKey', value, command: setSetting(at, value) };
}

function valueAt(value: unknown, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, first)) return undefined;
  return valueAt((value as Record<string, unknown>)[first], rest);
}
