import type { Expected } from '@/lib/engine/conditions/type-check';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Definition, Transition } from '@/lib/engine/definition/schema';
import type { Fact, Step, UserTaskStep } from '@/lib/engine/definition/step-schema';
import type { Json } from '@/lib/engine/json';
import { pointer } from '@/lib/engine/definition/pointer';

/** A place of a definition that holds an expression, or a text with places for expressions. */
export type Place = {
  readonly kind: 'expression' | 'template';
  readonly text: string;
  readonly path: string;
  readonly element: string | null;
  readonly expected: Expected;
  /** What is seen there besides `context`, `input`, `rules` and `instance`. */
  readonly sees: Seen;
};

export type Seen = {
  /** Only the input, for nothing else is there yet. */
  readonly onlyInput?: boolean;
  /** Only rules: there is not even an input yet. */
  readonly onlyRules?: boolean;
  /** The step whose decision (`task`) or signal (`signal`) is being looked at. */
  readonly after?: Step;
  /** The signal that a transition waits for, when its step does not wait for it itself. */
  readonly signal?: boolean;
  readonly result?: boolean;
  readonly secrets?: boolean;
  /** Name of the item of a sub-workflow's `forEach`. */
  readonly item?: string;
};

/** Every expression and template of a definition, in the order in which they stand in it. */
export function places(definition: Definition): Place[] {
  const found: Place[] = [];
  const at = (path: readonly PropertyKey[], element: string | null, sees: Seen = {}): Collector => ({
    expression: (text, below, expected = 'any', more = {}) => {
      if (text === undefined) return;
      found.push({
        kind: 'expression',
        text,
        path: pointer([...path, ...below]),
        element,
        expected,
        sees: { ...sees, ...more },
      });
    },
    template: (text, below, more = {}) => {
      if (text === undefined || !text.includes('{{')) return;
      found.push({
        kind: 'template',
        text,
        path: pointer([...path, ...below]),
        element,
        expected: 'any',
        sees: { ...sees, ...more },
      });
    },
  });

  const whole = at([], null);
  whole.expression(definition.correlation, ['correlation'], 'scalar', { onlyInput: true });
  facts(definition.facts, whole);
  mapping(definition.schedule?.input, ['schedule', 'input'], whole, { onlyRules: true });
  definition.steps.forEach((step, index) => ofStep(step, at(['steps', index], step.key)));
  const steps = new Map(definition.steps.map((step) => [step.key, step]));
  definition.transitions.forEach((transition, index) => {
    const place = at(['transitions', index], transition.key, seenBy(transition, steps));
    place.expression(transition.when, ['when'], 'bool');
    activities(transition.activities, ['activities'], place);
  });
  activities(definition.compensations, ['compensations'], whole);
  return found;
}

type Collector = {
  readonly expression: (
    text: string | undefined,
    below: readonly PropertyKey[],
    expected?: Expected,
    more?: Seen,
  ) => void;
  readonly template: (text: string | undefined, below: readonly PropertyKey[], more?: Seen) => void;
};

function seenBy({ from, on }: Transition, steps: ReadonlyMap<string, Step>): Seen {
  const step = steps.get(from);
  const signal = typeof on === 'object' && 'signal' in on;
  return { signal, ...(step === undefined ? {} : { after: step }) };
}

function ofStep(step: Step, place: Collector): void {
  if ('due' in step)
    step.due?.ladder?.forEach((rung, index) => place.template(rung.text, ['due', 'ladder', index, 'text']));
  switch (step.type) {
    case 'USER_TASK':
      return ofTask(step, place);
    case 'AUTOMATED':
      return activities(step.activities, ['activities'], place);
    case 'WAIT_FOR_SIGNAL':
      return place.expression(step.correlation, ['correlation'], 'scalar');
    case 'WAIT_FOR_TIMER':
      if ('until' in step.timer) place.expression(step.timer.until, ['timer', 'until']);
      return;
    case 'SUB_WORKFLOW': {
      place.expression(step.forEach?.items, ['forEach', 'items'], 'list');
      const item = step.forEach === undefined ? {} : { item: step.forEach.as ?? 'item' };
      place.expression(step.subject, ['subject'], 'scalar', item);
      mapping(step.input, ['input'], place, item);
      mapping(step.output, ['output'], place, { result: true });
      return;
    }
    default:
      return;
  }
}

function ofTask(step: UserTaskStep, place: Collector): void {
  place.template(step.title, ['title']);
  place.expression(step.who.assignee, ['who', 'assignee'], 'text');
  place.expression(step.who.candidates, ['who', 'candidates'], 'list');
  place.expression(step.who.exclude, ['who', 'exclude'], 'list');
  place.expression(step.who.limit?.amount, ['who', 'limit', 'amount'], 'number');
  facts(step.facts, place);
}

function facts(list: readonly Fact[] | undefined, place: Collector): void {
  list?.forEach((fact, index) =>
    place.expression(
      fact.value,
      ['facts', index, 'value'],
      fact.format === 'money' || fact.format === 'number' ? 'number' : 'any',
    ),
  );
}

function activities(
  list: readonly Activity[] | undefined,
  path: readonly PropertyKey[],
  place: Collector,
): void {
  list?.forEach((activity, index) => {
    const here = [...path, index];
    place.expression(activity.when, [...here, 'when'], 'bool');
    settings(activity, [...here, 'settings'], place);
    mapping(activity.output, [...here, 'output'], place, { result: true });
  });
}

/** Secrets are for calls only: in the context, a mail or an event they would be kept and read. */
function settings(activity: Activity, path: readonly PropertyKey[], place: Collector): void {
  switch (activity.type) {
    case 'SET_CONTEXT':
      return mapping(part(activity, 'set'), [...path, 'set'], place);
    case 'EXECUTE_FUNCTION':
    case 'EXTERNAL':
      return mapping(part(activity, 'input'), [...path, 'input'], place);
    case 'SEND_EMAIL':
    case 'EMIT_EVENT':
      return templates(activity.settings as Json, path, place, {});
    default:
      return templates(activity.settings as Json, path, place, { secrets: true });
  }
}

function part(activity: Activity, name: string): Readonly<Record<string, string>> | undefined {
  return (activity.settings as Readonly<Record<string, Readonly<Record<string, string>>>>)[name];
}

function mapping(
  map: Readonly<Record<string, string>> | undefined,
  path: readonly PropertyKey[],
  place: Collector,
  more: Seen = {},
): void {
  for (const [name, text] of Object.entries(map ?? {})) place.expression(text, [...path, name], 'any', more);
}

function templates(json: Json, path: readonly PropertyKey[], place: Collector, more: Seen): void {
  if (typeof json === 'string') return place.template(json, path, more);
  if (typeof json !== 'object' || json === null) return;
  for (const [name, item] of Object.entries(json) as [string, Json][])
    templates(item, [...path, name], place, more);
}
