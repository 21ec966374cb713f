import type { Json, JsonObject } from '@/lib/engine/json';
import type { FieldType } from './field-type';
import { joinTypes, mergeTypes } from './merge-types';

const any: FieldType = { kind: 'any' };

/**
 * What a JSON Schema declares. An object schema that lists properties has those and no others, unless it says so
 * with `additionalProperties` or `patternProperties`; one that lists none leaves its fields open. What a schema
 * says beyond types and names does not matter here.
 */
export function fieldsOfSchema(schema: Json | undefined): FieldType {
  return new SchemaReader(schema).read(schema, []);
}

/** A schema that contains itself is followed this often round; below that its fields are unknown. */
const rounds = 3;
/** Parts of a schema that are looked at: what refers to itself in many places would have endlessly many. */
const mostParts = 5_000;

class SchemaReader {
  #parts = 0;

  constructor(private readonly root: Json | undefined) {}

  /** `through` holds the references that were followed to get here. */
  read(schema: Json | undefined, through: readonly string[]): FieldType {
    if (!isObject(schema) || ++this.#parts > mostParts) return any;
    const reference = schema['$ref'];
    if (typeof reference === 'string') {
      if (through.filter((one) => one === reference).length >= rounds) return any;
      return this.read(this.#target(reference), [...through, reference]);
    }
    const branches = [...list(schema['anyOf']), ...list(schema['oneOf'])];
    let type = this.#own(schema, through);
    for (const part of list(schema['allOf'])) type = joinTypes(type, this.read(part, through));
    if (branches.length > 0)
      type = joinTypes(type, branches.map((branch) => this.read(branch, through)).reduce(mergeTypes));
    for (const part of conditional(schema)) type = this.#withMore(type, this.read(part, through));
    return type;
  }

  #own(schema: JsonObject, through: readonly string[]): FieldType {
    const kinds = kindsOf(schema);
    if (kinds.size > 1) return any;
    switch ([...kinds][0]) {
      case undefined:
        return any;
      case 'object':
        return this.#object(schema, through);
      case 'array':
        return { kind: 'list', items: isObject(schema['items']) ? this.read(schema['items'], through) : any };
      case 'string':
        return { kind: 'text' };
      case 'boolean':
        return { kind: 'bool' };
      case 'null':
        return { kind: 'null' };
      default:
        return { kind: 'number' };
    }
  }

  #object(schema: JsonObject, through: readonly string[]): FieldType {
    const properties = isObject(schema['properties']) ? Object.entries(schema['properties']) : [];
    const fields = new Map(properties.map(([name, part]) => [name, this.read(part, through)] as const));
    const more = schema['additionalProperties'];
    const open = more === true || isObject(more) || isObject(schema['patternProperties']);
    const closed = !open && (properties.length > 0 || more === false);
    const others = isObject(more) && !isObject(schema['patternProperties']) ? this.read(more, through) : any;
    return { kind: 'object', fields, others: closed ? null : others };
  }

  /** Properties that a condition adds (`then`, `dependentSchemas`) may be there. */
  #withMore(type: FieldType, more: FieldType): FieldType {
    return type.kind === 'object' && more.kind === 'object'
      ? mergeTypes(type, { ...more, others: null })
      : type;
  }

  #target(reference: string): Json | undefined {
    if (!reference.startsWith('#')) return undefined;
    let at: Json | undefined = this.root;
    for (const part of reference.slice(1).split('/').slice(1)) {
      const name = safeDecode(part).replaceAll('~1', '/').replaceAll('~0', '~');
      at = Array.isArray(at)
        ? (at as readonly Json[])[Number(name)]
        : isObject(at)
          ? own(at, name)
          : undefined;
    }
    return at;
  }
}

function kindsOf(schema: JsonObject): Set<string> {
  const named = schema['type'];
  const kinds = new Set<string>();
  if (typeof named === 'string') kinds.add(named);
  else if (Array.isArray(named)) for (const one of named) kinds.add(String(one));
  else if (schema['properties'] !== undefined || schema['additionalProperties'] !== undefined)
    kinds.add('object');
  else if (schema['items'] !== undefined) kinds.add('array');
  else if (schema['const'] !== undefined) kinds.add(jsonKind(schema['const']));
  else for (const value of list(schema['enum'])) kinds.add(jsonKind(value));
  if (kinds.has('integer')) kinds.add('number');
  kinds.delete('integer');
  // Every field may be null before it has a value: null beside another kind adds nothing.
  if (kinds.size > 1) kinds.delete('null');
  return kinds;
}

function conditional(schema: JsonObject): Json[] {
  const dependent = [schema['dependentSchemas'], schema['dependencies']].flatMap((part) =>
    isObject(part) ? Object.values(part) : [],
  );
  return [schema['then'], schema['else'], ...dependent].filter((part): part is JsonObject => isObject(part));
}

function jsonKind(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function own(holder: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(holder, name) ? holder[name] : undefined;
}

function safeDecode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
