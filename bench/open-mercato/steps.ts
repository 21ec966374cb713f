import type { Definition } from '@/lib/engine/definition/schema';
import type { Step } from '@/lib/engine/definition/step-schema';
import type { JsonObject } from '@/lib/engine/json';
import { convertActivity, isDuration, type Workshop } from './activities';
import { fieldOf, type Fields } from './expressions';
import { keyOf, nameOf } from './names';
import type { SourceStep } from './source';

/** The ways out of a step, the most urgent first: their keys, names and whether they have a condition. */
export type WayOut = { readonly key: string; readonly name: string; readonly conditional: boolean };

/** A step of ours for one of theirs. `join` says of which fork a join is. */
export function convertStep(
  source: SourceStep,
  ways: readonly WayOut[],
  join: string | null,
  workshop: Workshop,
): Step {
  const { notes } = workshop;
  const { stepId, stepType, description, config = {}, signalConfig } = source;
  const common = {
    key: keyOf(stepId),
    name: nameOf(source.stepName, stepId),
    ...(description && { description: description.slice(0, 2_000) }),
  };
  if (source.errorDirective !== undefined)
    notes.push({
      element: stepId,
      what: 'what happens after its failure is a person’s decision, or a transition by error',
    });
  switch (stepType) {
    case 'START':
      return { ...common, type: 'START' };
    case 'END':
      return { ...common, type: 'END', outcome: keyOf(stepId) };
    case 'USER_TASK':
      return { ...common, type: 'USER_TASK', ...taskOf(source, ways, workshop.fields) };
    case 'PARALLEL_FORK':
      return { ...common, type: 'PARALLEL_FORK', mode: 'all' };
    case 'PARALLEL_JOIN':
      return { ...common, type: 'PARALLEL_JOIN', fork: join ?? '', mode: 'all' };
    case 'IF_ELSE':
    case 'SWITCH':
      return { ...common, type: 'DECISION' };
    case 'WAIT_FOR_TIMER':
      return {
        ...common,
        type: 'WAIT_FOR_TIMER',
        timer: { duration: durationOf(config, 'duration', 'PT1H') },
      };
    case 'WAIT_FOR_SIGNAL':
      return {
        ...common,
        type: 'WAIT_FOR_SIGNAL',
        signal: keyOf(signalConfig?.signalName ?? stepId),
        ...(isDuration(signalConfig?.timeout) && { maxAge: signalConfig.timeout }),
      };
    case 'WAIT_FOR_CONDITION':
      notes.push({
        element: stepId,
        what: 'whoever makes the condition true says so by a signal; nothing is polled',
      });
      return {
        ...common,
        type: 'WAIT_FOR_SIGNAL',
        signal: keyOf(`${stepId}_holds`),
        maxAge: durationOf(config, 'timeout', 'P30D'),
      };
    case 'SUB_WORKFLOW':
      return { ...common, type: 'SUB_WORKFLOW', ...childOf(config, workshop.fields) };
    default:
      return {
        ...common,
        type: 'AUTOMATED',
        activities: (source.activities ?? []).flatMap(
          (activity) => convertActivity(activity, workshop) ?? [],
        ),
      };
  }
}

type Task = Omit<Extract<Step, { type: 'USER_TASK' }>, 'key' | 'type'>;

function taskOf({ userTaskConfig: config = {} }: SourceStep, ways: readonly WayOut[], fields: Fields): Task {
  const named = [config.assignedTo ?? []].flat();
  const people = named.filter((one) => one.includes('@'));
  const roles = [...(config.assignedToRoles ?? []), ...named.filter((one) => !one.includes('@'))].map(keyOf);
  const form = formOf(config.formSchema, fields);
  const rungs = (config.escalationRules ?? []).map(({ action }, index) => ({
    key: `breach_${index + 1}`,
    at: 'PT0S',
    action: action === 'escalate' ? ('escalate' as const) : ('remind' as const),
    ...(action === 'escalate' && { to: { manager: true } }),
  }));
  return {
    outcomes: outcomesOf(ways),
    who: {
      ...(people.length > 0 && { people }),
      ...((roles.length > 0 || people.length === 0) && { roles: roles.length > 0 ? roles : ['employee'] }),
    },
    ...(form && { form }),
    ...(isDuration(config.slaDuration) && {
      due: { in: config.slaDuration, ...(rungs.length > 0 && { ladder: rungs }) },
    }),
  };
}

/** Ways with conditions are ways of one decision; several without are a choice of the person. */
function outcomesOf(ways: readonly WayOut[]): Task['outcomes'] {
  if (ways.length < 2 || ways.some(({ conditional }) => conditional))
    return [{ key: 'done', name: 'Done', kind: 'positive' }];
  return ways.map(({ key, name }, index) => ({ key, name, kind: index === 0 ? 'positive' : 'neutral' }));
}

function formOf(schema: Readonly<Record<string, unknown>> | undefined, fields: Fields): Task['form'] | null {
  if (!schema) return null;
  const properties = propertiesOf(schema);
  const names = Object.keys(properties).filter((name) => /^[A-Za-z_]\w*$/.test(name));
  if (names.length === 0) return null;
  for (const name of names) {
    fields.read(name);
    fields.give(name);
  }
  const required = Array.isArray(schema['required'])
    ? (schema['required'] as string[]).filter((name) => names.includes(name))
    : [];
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, properties[name]!])),
      ...(required.length > 0 && { required }),
    },
    writeTo: Object.fromEntries(names.map((name) => [name, name])),
  };
}

function propertiesOf(schema: Readonly<Record<string, unknown>>): Record<string, JsonObject> {
  const listed = schema['fields'];
  if (!Array.isArray(listed)) return (schema['properties'] ?? {}) as Record<string, JsonObject>;
  const types: Readonly<Record<string, string>> = {
    boolean: 'boolean',
    number: 'number',
    integer: 'integer',
  };
  return Object.fromEntries(
    (listed as { name: string; type?: string; label?: string }[]).map(({ name, type = '', label }) => [
      name,
      { type: types[type] ?? 'string', ...(label && { title: label }) },
    ]),
  );
}

function childOf(config: Readonly<Record<string, unknown>>, fields: Fields) {
  const input = Object.entries((config['inputMapping'] ?? {}) as Record<string, string>);
  const output = Object.entries((config['outputMapping'] ?? {}) as Record<string, string>);
  for (const [path] of output) {
    fields.read(path);
    fields.give(path);
  }
  return {
    definition: keyOf(String(config['subWorkflowId'] ?? 'child')),
    ...(input.length > 0 && {
      input: Object.fromEntries(input.map(([name, path]) => [name, fieldOf(path, fields)])),
    }),
    ...(output.length > 0 && {
      output: Object.fromEntries(output.map(([path, name]) => [path, `result.context.${name}`])),
    }),
  };
}

function durationOf(config: Readonly<Record<string, unknown>>, name: string, otherwise: string): string {
  const value = config[name];
  return isDuration(value) ? value : otherwise;
}

/** What a whole definition is about: theirs says nothing of it. */
export const subject: Definition['subject'] = { type: 'case' };
