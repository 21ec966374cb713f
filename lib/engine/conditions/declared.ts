import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Step, UserTaskStep } from '@/lib/engine/definition/step-schema';
import type { DeclaredFields, FieldType } from './field-type';
import { mergeTypes, noFields, objectOf, withField } from './merge-types';
import { fieldsOfSchema } from './schema-fields';

export type { DeclaredFields } from './field-type';

const any: FieldType = { kind: 'any' };
const text: FieldType = { kind: 'text' };

const known = new WeakMap<Definition, DeclaredFields>();

/**
 * Everything that the definition declares, by the name that an expression starts with (DESIGN 7):
 * - `input`: the input schema; without one, nothing;
 * - `context`: the input's fields, `tasks.<step>` with the form's fields (or where `writeTo` says),
 *   `signals.<step>` with the payload's, `files.<step>`, `activities.<key>.output`, and the paths that SET_CONTEXT and output
 *   mappings of sub-workflows write;
 * - `task` (`outcome`, `form`, `reason`, `by`), `signal` (the payload's fields), `rules`, `instance`, and `result`,
 *   which only output mappings have.
 *
 * The same answer for the same definition object: it must not be changed after it was asked about.
 */
export function declaredFields(definition: Definition): DeclaredFields {
  const before = known.get(definition);
  if (before !== undefined) return before;
  const input = definition.input === undefined ? noFields : fieldsOfSchema(definition.input);
  const declared = new Map<string, FieldType>([
    ['context', contextFields(definition, input)],
    ['input', input],
    ['rules', any],
    ['instance', instanceFields],
    ['task', taskFields(definition.steps.filter((step) => step.type === 'USER_TASK'))],
    ['signal', signalFields(definition)],
    ['result', any],
  ]);
  known.set(definition, declared);
  return declared;
}

/** What `task` has after a decision in one of these steps. */
export function taskFields(steps: readonly UserTaskStep[]): FieldType {
  const forms = steps.map((step) => (step.form === undefined ? noFields : fieldsOfSchema(step.form.schema)));
  return objectOf({
    outcome: text,
    reason: text,
    by: personFields,
    form: forms.reduce(mergeTypes, noFields),
  });
}

/** What `signal` has when the step has received its signal. */
export function payloadFields(step: Step): FieldType {
  if (step.type !== 'WAIT_FOR_SIGNAL') return noFields;
  return step.payload === undefined ? any : fieldsOfSchema(step.payload);
}

/** Of a signal that only interrupts, nothing is declared, so nothing is known of what it has. */
function signalFields({ steps, transitions }: Definition): FieldType {
  const waits = steps.filter((step) => step.type === 'WAIT_FOR_SIGNAL');
  const names = new Set(waits.map(({ signal }) => signal));
  const interrupts = transitions.some(
    ({ on }) => typeof on === 'object' && 'signal' in on && !names.has(on.signal),
  );
  return interrupts ? any : waits.map(payloadFields).reduce(mergeTypes, noFields);
}

/** Every activity of a definition: of steps, of transitions, and the compensations. */
export function allActivities(definition: Definition): readonly Activity[] {
  return [
    ...definition.steps.flatMap((step) => (step.type === 'AUTOMATED' ? step.activities : [])),
    ...definition.transitions.flatMap((transition) => transition.activities ?? []),
    ...(definition.compensations ?? []),
  ];
}

const personFields = objectOf({ name: text, email: text });
const fileFields = objectOf({
  id: text,
  name: text,
  size: { kind: 'number' },
  type: text,
  sha256: text,
});
const instanceFields = objectOf({
  id: text,
  key: text,
  version: { kind: 'number' },
  subject: objectOf({ type: text, id: text }),
  requester: personFields,
  startedAt: text,
});

function contextFields(definition: Definition, input: FieldType): FieldType {
  const written: [path: string, type: FieldType][] = [];
  const tasks = new Map<string, FieldType>();
  const signals = new Map<string, FieldType>();
  const files = new Map<string, FieldType>();
  const activities = new Map<string, FieldType>();

  for (const step of definition.steps) {
    if (step.type === 'USER_TASK') tasks.set(step.key, formFields(step, written));
    if (step.type === 'WAIT_FOR_SIGNAL') signals.set(step.key, payloadFields(step));
    if (step.type === 'WAIT_FOR_FILE') files.set(step.key, fileFields);
    if (step.type === 'SUB_WORKFLOW')
      for (const path of Object.keys(step.output ?? {})) written.push([path, any]);
  }
  for (const activity of allActivities(definition)) {
    const output = objectOf({ output: outputFields(activity) });
    const other = activities.get(activity.key);
    activities.set(activity.key, other === undefined ? output : mergeTypes(other, output));
    if (activity.type === 'SET_CONTEXT' && 'set' in activity.settings)
      for (const path of Object.keys(activity.settings.set as object)) written.push([path, any]);
  }

  const open: FieldType = input.kind === 'any' ? { kind: 'object', fields: new Map(), others: any } : input;
  return withPaths(open, [
    ...written,
    ['tasks', objectOf(tasks)],
    ['signals', objectOf(signals)],
    ...(files.size > 0 ? [['files', objectOf(files)] as [string, FieldType]] : []),
    ['activities', objectOf(activities)],
  ]);
}

/** The fields that a form leaves under `context.tasks.<step>`; those that it writes elsewhere are added to `written`. */
function formFields(step: UserTaskStep, written: [string, FieldType][]): FieldType {
  if (step.form === undefined) return noFields;
  const form = fieldsOfSchema(step.form.schema);
  const elsewhere = new Set<string>();
  for (const [from, to] of Object.entries(step.form.writeTo ?? {})) {
    written.push([to, typeAt(form, from.split('.'))]);
    elsewhere.add(from);
  }
  if (form.kind !== 'object' || elsewhere.size === 0) return form;
  return { ...form, fields: new Map([...form.fields].filter(([name]) => !elsewhere.has(name))) };
}

function outputFields(activity: Activity): FieldType {
  const schema = activity.outputSchema === undefined ? any : fieldsOfSchema(activity.outputSchema);
  if (activity.output === undefined) return schema;
  const paths = Object.keys(activity.output).map((path): [string, FieldType] => [
    path,
    typeAt(schema, path.split('.')),
  ]);
  return withPaths(noFields, paths);
}

function withPaths(holder: FieldType, paths: readonly (readonly [string, FieldType])[]): FieldType {
  return paths.reduce((type, [path, added]) => withField(type, path.split('.'), added), holder);
}

function typeAt(type: FieldType, path: readonly string[]): FieldType {
  const [name, ...rest] = path;
  if (name === undefined) return type;
  if (type.kind !== 'object') return any;
  return typeAt(type.fields.get(name) ?? type.others ?? any, rest);
}
