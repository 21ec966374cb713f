import { allActivities } from '@/lib/engine/conditions/declared';
import { pathOf } from '@/lib/engine/conditions/field-access';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Step } from '@/lib/engine/definition/step-schema';
import type { Json, JsonObject } from '@/lib/engine/json';
import type { Literal } from './condition';

/** What schemas say of a field to the people who read it. */
export type Note = {
  readonly title?: string;
  readonly format?: string;
  readonly choices?: readonly { readonly value: Literal; readonly label: string }[];
};
/** By the path as an expression writes it. */
export type Notes = ReadonlyMap<string, Note>;

/** What the schemas of a definition say of its fields; `after` is the step whose decision or signal is looked at. */
export function notesOf(definition: Definition, after: Step | undefined): Notes {
  const notes = new Map<string, Note>();
  take(notes, definition.input, 'input', 0);
  take(notes, definition.input, 'context', 0);
  for (const step of definition.steps) {
    if (step.type === 'USER_TASK' && step.form) {
      take(notes, step.form.schema, pathOf('context.tasks', step.key), 0);
      for (const [from, to] of Object.entries(step.form.writeTo ?? {}))
        take(notes, partOf(step.form.schema, from.split('.')), `context.${to}`, 0);
    }
    if (step.type === 'WAIT_FOR_SIGNAL') take(notes, step.payload, pathOf('context.signals', step.key), 0);
  }
  for (const { key, output, outputSchema } of allActivities(definition))
    if (output === undefined) take(notes, outputSchema, `${pathOf('context.activities', key)}.output`, 0);
  if (after?.type === 'USER_TASK') {
    take(notes, after.form?.schema, 'task.form', 0);
    notes.set('task.outcome', {
      choices: after.outcomes.map(({ key, name }) => ({ value: key, label: name })),
    });
  }
  if (after?.type === 'WAIT_FOR_SIGNAL') take(notes, after.payload, 'signal', 0);
  return notes;
}

function take(notes: Map<string, Note>, schema: Json | undefined, path: string, depth: number): void {
  if (!isObject(schema) || depth > 6) return;
  const title = textOr(schema['title']);
  const format = textOr(schema['format']);
  const choices = choicesOf(schema);
  if (depth > 0 || path !== 'context')
    notes.set(path, { ...(title && { title }), ...(format && { format }), ...(choices && { choices }) });
  const properties = schema['properties'];
  if (isObject(properties))
    for (const [name, part] of Object.entries(properties)) take(notes, part, pathOf(path, name), depth + 1);
}

/** The values that a field may have, where its schema lists them: `enum`, or `oneOf` with a `const` and a title each. */
function choicesOf(schema: JsonObject): Note['choices'] {
  const [values, variants] = [schema['enum'], schema['oneOf'] ?? schema['anyOf']];
  if (Array.isArray(values) && values.length > 0 && values.every(isLiteral))
    return values.map((value) => ({ value, label: String(value) }));
  if (!Array.isArray(variants) || variants.length === 0) return undefined;
  const choices = variants.map((one: Json) => {
    const value = isObject(one) ? one['const'] : undefined;
    return isObject(one) && isLiteral(value) ? { value, label: textOr(one['title']) ?? String(value) } : null;
  });
  return choices.every((choice) => choice !== null) ? choices : undefined;
}

function partOf(schema: Json | undefined, [name, ...rest]: readonly string[]): Json | undefined {
  if (name === undefined || !isObject(schema)) return schema;
  const properties = schema['properties'];
  return isObject(properties) ? partOf(properties[name], rest) : undefined;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isLiteral(value: Json | undefined): value is Literal {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function textOr(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
