import type { Json, JsonObject } from '@/lib/engine/json';

/**
 * The fields of the context that a converted definition reads, collected while its expressions are made, so that its input
 * declares them. Those that a condition compares are required, and have an example that lets the condition hold.
 */
export class Fields {
  readonly #schema: JsonObject = {};
  readonly #given = new Set<string>();

  /** A field that the process itself writes: the input need not bring it. */
  give(path: string): void {
    this.#given.add(path);
  }

  read(path: string, compared?: Json): void {
    const names = path.split('.').map(nameIn);
    let at = this.#schema as Record<string, Json>;
    for (const [index, name] of names.entries()) {
      const known = (at[name] ?? {}) as Record<string, Json>;
      at[name] = known;
      if (index === names.length - 1) Object.assign(known, declared(known, compared));
      else at = (known['properties'] ??= {}) as Record<string, Json>;
    }
  }

  /** The JSON Schema of the input. */
  get schema(): JsonObject {
    return objectOf(this.#schema, (name) => !this.#given.has(name));
  }
}

function declared(known: Readonly<Record<string, Json>>, compared: Json | undefined): Record<string, Json> {
  if (compared === undefined || known['properties']) return {};
  if (typeof compared === 'number') return { type: 'number', examples: [compared + 1] };
  if (typeof compared === 'boolean') return { type: 'boolean', default: compared };
  return { type: 'string', examples: [...((known['examples'] ?? []) as Json[]), compared] };
}

function objectOf(properties: JsonObject, required: (name: string) => boolean): JsonObject {
  const entries = Object.entries(properties as Readonly<Record<string, JsonObject>>);
  const made = entries.map(([name, schema]) => [
    name,
    schema['properties'] ? objectOf(schema['properties'] as JsonObject, () => true) : schema,
  ]);
  const needed = entries
    .filter(([name, schema]) => required(name) && (schema['type'] !== undefined || schema['properties']))
    .map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(made) as JsonObject,
    ...(needed.length > 0 && { required: needed }),
  };
}

/** Text with their places as text with ours: `{{context.id}}` and `{{id}}` are fields, the rest what we have of it. */
export function templateOf(text: string, fields: Fields): string {
  return text.replace(
    /\{\{\s*([^}]*?)\s*\}\}/g,
    (_, place: string) => `{{ ${expressionOf(place, fields)} }}`,
  );
}

/** JSON whose texts are templates. */
export function templatesIn(value: unknown, fields: Fields): Json {
  if (typeof value === 'string') return templateOf(value, fields);
  if (Array.isArray(value)) return value.map((inner) => templatesIn(inner, fields));
  if (typeof value !== 'object' || value === null) return (value ?? null) as Json;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [nameIn(name), templatesIn(inner, fields)]),
  );
}

/** A mapping of ours (path → expression) of a nest of theirs. */
export function mappingOf(value: unknown, fields: Fields, prefix = ''): Record<string, string> {
  const mapping: Record<string, string> = {};
  for (const [name, inner] of Object.entries((value ?? {}) as Record<string, unknown>)) {
    const path = prefix === '' ? nameIn(name) : `${prefix}.${nameIn(name)}`;
    if (typeof inner === 'object' && inner !== null && !Array.isArray(inner))
      Object.assign(mapping, mappingOf(inner, fields, path));
    else mapping[path] = valueOf(inner, fields);
  }
  return mapping;
}

/** The expression whose value is theirs: a place, a text with places in it, or a value as it stands. */
export function valueOf(value: unknown, fields: Fields): string {
  if (typeof value !== 'string') return JSON.stringify(value ?? null);
  const only = /^\{\{\s*([^}]*?)\s*\}\}$/.exec(value);
  return only ? expressionOf(only[1]!, fields) : JSON.stringify(value.replace(/\{\{[^}]*\}\}/g, '…'));
}

function expressionOf(place: string, fields: Fields): string {
  if (place === 'now') return 'instance.startedAt';
  if (/^workflow\.(instance)?id$/i.test(place)) return 'instance.id';
  if (/^(workflow|user|env|tenant)\./.test(place)) return JSON.stringify(place);
  return fieldOf(place, fields);
}

/** The field of the context that a path of theirs names. Numbers in it are places of a list, which become names. */
export function fieldOf(path: string, fields: Fields, compared?: Json): string {
  const own = path.replace(/^(workflowContext|context)\./, '').replace(/\[(\d+)\]/g, '.$1');
  const names = own.split('.').map(nameIn);
  fields.read(names.join('.'), compared);
  return `context.${names.join('.')}`;
}

/** A name that may stand in an expression. */
function nameIn(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_]+/g, '_');
  return /^[A-Za-z_]/.test(plain) ? plain : `n${plain}`;
}

type Condition = {
  readonly operator?: string;
  readonly rules?: readonly unknown[];
  readonly field?: string;
  readonly value?: unknown;
};

/** Their condition (nested AND and OR of comparisons) as CEL; null where it is none. */
export function conditionOf(value: unknown, fields: Fields): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const { operator = '', rules, field, value: to } = value as Condition;
  if (rules) {
    const parts = rules.map((rule) => conditionOf(rule, fields)).filter((part) => part !== null);
    if (parts.length === 0) return null;
    const joined = parts.join(operator.toUpperCase() === 'OR' ? ' || ' : ' && ');
    return parts.length > 1 ? `(${joined})` : joined;
  }
  if (field === undefined) return null;
  return comparison(field, operator.toUpperCase(), to, fields);
}

function comparison(field: string, operator: string, to: unknown, fields: Fields): string {
  const list = Array.isArray(to) ? (to as Json[]) : null;
  const number = typeof to === 'string' && /^[<>]/.test(operator) && to.trim() !== '' ? Number(to) : to;
  switch (operator) {
    case 'IN':
      return `${fieldOf(field, fields, list?.[0])} in ${JSON.stringify(list ?? [to])}`;
    case 'IS_NOT_EMPTY':
      return `${fieldOf(field, fields)} != null`;
    case 'IS_EMPTY':
      return `${fieldOf(field, fields)} == null`;
    case '!=':
    case '<>':
      return `${fieldOf(field, fields, number as Json)} != ${JSON.stringify(number)}`;
    case '>':
    case '>=':
    case '<':
    case '<=':
      return `${fieldOf(field, fields, number as Json)} ${operator} ${JSON.stringify(number)}`;
    default:
      return `${fieldOf(field, fields, number as Json)} == ${JSON.stringify(number)}`;
  }
}
