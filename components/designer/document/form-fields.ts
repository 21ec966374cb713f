import type { Json, JsonObject } from '@/lib/engine/json';
import { freeKey, isKeyFrom, keyOfName } from './keys';
import { without } from './settings';

/** What a form's field takes, in the words of the form builder. */
export type FieldKind =
  'text' | 'long_text' | 'number' | 'whole_number' | 'yes_no' | 'date' | 'choice' | 'file' | 'other';

export const fieldKinds: readonly FieldKind[] = [
  'text',
  'long_text',
  'number',
  'whole_number',
  'yes_no',
  'date',
  'choice',
  'file',
];

/** A form: the schema of its data and, where it is drawn for people, the hints for drawing it. */
export type FormParts = { readonly schema: JsonObject; readonly ui: JsonObject | undefined };

export type FormField = {
  readonly key: string;
  readonly kind: FieldKind;
  readonly required: boolean;
  /** The field's own schema, with whatever else it says. */
  readonly schema: JsonObject;
};

export type FieldChoice = { readonly value: string; readonly title: string };

/** The fields of a form in the order in which they are shown. */
export function fieldsOfForm({ schema, ui }: FormParts): FormField[] {
  const properties = objectOr(schema['properties']);
  const required = listOr(schema['required']);
  return orderOf({ schema, ui }).map((key) => {
    const own = objectOr(properties[key]);
    return { key, kind: kindOf(own, objectOr(ui?.[key])), required: required.includes(key), schema: own };
  });
}

/** Whether the builder can show all of the form: an object with named fields. Else it is edited as JSON. */
export function isPlainForm(schema: JsonObject): boolean {
  return (
    (schema['type'] === undefined || schema['type'] === 'object') &&
    Object.keys(schema).every((name) =>
      ['type', 'title', 'description', 'properties', 'required', 'additionalProperties'].includes(name),
    )
  );
}

/** What the key of a field is made from as long as its title says nothing. */
const unnamed = 'field';

/** Adds a field at the end. */
export function addField(parts: FormParts, title: string): FormParts {
  const key = freeKey(unnamed, Object.keys(objectOr(parts.schema['properties'])));
  return withProperties(parts, {
    ...objectOr(parts.schema['properties']),
    [key]: { type: 'string', title },
  });
}

/** Whether the key still is one that a new field gets, in whichever language its title is. */
export function isNewFieldKey(key: string): boolean {
  return isKeyFrom(key, unnamed);
}

/** Gives a field another title. A key that a new field gets, or that the title before proposes, follows it. */
export function retitleField(parts: FormParts, key: string, title: string): FormParts {
  const properties = objectOr(parts.schema['properties']);
  const before = objectOr(properties[key])['title'];
  const titled = withFieldWord(parts, key, 'title', title === '' ? undefined : title);
  const follows = isNewFieldKey(key) || isKeyFrom(key, keyOfTitle(typeof before === 'string' ? before : ''));
  if (!follows) return titled;
  const others = Object.keys(properties).filter((one) => one !== key);
  return renameField(titled, key, freeKey(keyOfTitle(title), others));
}

/** `Order number` → `orderNumber`: expressions read it better than underscores. */
function keyOfTitle(title: string): string {
  return keyOfName(title, unnamed).replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Takes a field away, and what is said of it elsewhere. */
export function removeField(parts: FormParts, key: string): FormParts {
  const properties = without(objectOr(parts.schema['properties']), key);
  const ui = parts.ui && without(parts.ui, key);
  return withProperties(withRequired({ ...parts, ui }, key, false), properties);
}

/** Gives a field another key, where it stands; nothing happens when another field has it. */
export function renameField(parts: FormParts, from: string, to: string): FormParts {
  const properties = objectOr(parts.schema['properties']);
  if (from === to || Object.hasOwn(properties, to)) return parts;
  const swap = (key: string) => (key === from ? to : key);
  const swapKeys = (object: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [swap(key), value]));
  const ordered = orderOf(parts).map(swap);
  const required = parts.schema['required'];
  return withOrder(
    {
      schema: {
        ...parts.schema,
        properties: swapKeys(properties),
        ...(Array.isArray(required) && { required: listOr(required).map((key) => swap(String(key))) }),
      },
      ui: parts.ui && swapKeys(parts.ui),
    },
    ordered,
  );
}

/** Moves a field one place up (-1) or down (1). */
export function moveField(parts: FormParts, key: string, by: -1 | 1): FormParts {
  const order = orderOf(parts);
  const from = order.indexOf(key);
  const to = from + by;
  if (from < 0 || to < 0 || to >= order.length) return parts;
  const moved = [...order];
  moved.splice(to, 0, ...moved.splice(from, 1));
  return withOrder(parts, moved);
}

/** Says whether a field has to be filled in. */
export function withRequired(parts: FormParts, key: string, required: boolean): FormParts {
  const others = listOr(parts.schema['required']).filter((one) => one !== key);
  const next = required ? [...others, key] : others;
  const schema = without(parts.schema, 'required');
  return { ...parts, schema: next.length === 0 ? schema : { ...schema, required: next } };
}

/** Sets one word of a field's schema, or takes it away (`undefined`). */
export function withFieldWord(
  parts: FormParts,
  key: string,
  word: string,
  value: Json | undefined,
): FormParts {
  const properties = objectOr(parts.schema['properties']);
  const others = without(objectOr(properties[key]), word);
  return withProperties(parts, {
    ...properties,
    [key]: value === undefined ? others : { ...others, [word]: value },
  });
}

/** Words that belong to one kind of field and mean nothing to another. */
const wordsOfKinds = [
  'type',
  'format',
  'accept',
  'oneOf',
  'enum',
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'default',
];

/** Lets a field take something else. What a field is called and explained by stays. */
export function withKind(parts: FormParts, key: string, kind: FieldKind): FormParts {
  const properties = objectOr(parts.schema['properties']);
  const kept = Object.fromEntries(
    Object.entries(objectOr(properties[key])).filter(([word]) => !wordsOfKinds.includes(word)),
  );
  const made = withProperties(parts, { ...properties, [key]: { ...kept, ...schemaOfKind(kind) } });
  const { [key]: hints, ...otherHints } = made.ui ?? {};
  const rest = without(objectOr(hints), 'ui:widget');
  if (kind === 'long_text')
    return { ...made, ui: { ...otherHints, [key]: { ...rest, 'ui:widget': 'textarea' } } };
  if (hints === undefined) return made;
  return { ...made, ui: Object.keys(rest).length === 0 ? otherHints : { ...otherHints, [key]: rest } };
}

/** The choices of a field, with the words for each. */
export function choicesOf(schema: JsonObject): FieldChoice[] {
  const titled = listOr(schema['oneOf']).map(objectOr);
  if (titled.length > 0)
    return titled.map((one) => ({
      value: String(one['const'] ?? ''),
      title: String(one['title'] ?? one['const'] ?? ''),
    }));
  return listOr(schema['enum']).map((value) => ({ value: String(value), title: String(value) }));
}

/** Sets the choices of a field. */
export function withChoices(parts: FormParts, key: string, choices: readonly FieldChoice[]): FormParts {
  const oneOf = choices.map(({ value, title }) => ({ const: value, title }));
  return withFieldWord(withFieldWord(parts, key, 'enum', undefined), key, 'oneOf', oneOf);
}

function schemaOfKind(kind: FieldKind): JsonObject {
  switch (kind) {
    case 'number':
      return { type: 'number' };
    case 'whole_number':
      return { type: 'integer' };
    case 'yes_no':
      return { type: 'boolean' };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'choice':
      return { type: 'string', oneOf: [{ const: 'first', title: 'First' }] };
    case 'file':
      return { type: 'string', format: 'file' };
    default:
      return { type: 'string' };
  }
}

function kindOf(schema: JsonObject, ui: JsonObject): FieldKind {
  const { type, format } = schema;
  if (type === 'string' && ('oneOf' in schema || 'enum' in schema)) return 'choice';
  if (type === 'string' && format === 'date') return 'date';
  if (type === 'string' && format === 'file') return 'file';
  if (type === 'string' && format === undefined) return ui['ui:widget'] === 'textarea' ? 'long_text' : 'text';
  if (type === 'number') return 'number';
  if (type === 'integer') return 'whole_number';
  return type === 'boolean' ? 'yes_no' : 'other';
}

/** JSON keeps no order of names when it is stored, so the order is written down with the hints. */
function orderOf({ schema, ui }: FormParts): string[] {
  const keys = Object.keys(objectOr(schema['properties']));
  const said = listOr(ui?.['ui:order']).map(String);
  const rest = keys.filter((key) => !said.includes(key));
  return said.includes('*')
    ? said.flatMap((key) => (key === '*' ? rest : keys.includes(key) ? [key] : []))
    : [...said.filter((key) => keys.includes(key)), ...rest];
}

function withProperties(parts: FormParts, properties: JsonObject): FormParts {
  const before = orderOf(parts).filter((key) => Object.hasOwn(properties, key));
  const added = Object.keys(properties).filter((key) => !before.includes(key));
  return withOrder({ ...parts, schema: { type: 'object', ...parts.schema, properties } }, [
    ...before,
    ...added,
  ]);
}

function withOrder(parts: FormParts, order: readonly string[]): FormParts {
  return { ...parts, ui: { ...parts.ui, 'ui:order': [...order] } };
}

function objectOr(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

function listOr(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
