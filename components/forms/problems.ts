import { type OutputUnit, Validator, type Schema } from '@cfworker/json-schema';
import type { Json, JsonObject } from '@/lib/engine/json';
import { type FieldPath, isObject, propertySchema, schemaAt, segmentsOf, valueAt } from './places';

/** One thing that is wrong with the form's data. */
export type Problem = {
  readonly path: FieldPath;
  /** The JSON Schema keyword that refuses; `choice` for a value outside of a list, `unknown` for a field that is not declared. */
  readonly keyword: string;
  /** What the keyword says: a limit, a pattern, a format. */
  readonly limit: Json | undefined;
  /** Schema of the field that is wrong, for a missing one too. */
  readonly field: JsonObject;
  readonly value: Json | undefined;
};

/** Keywords that only say that something inside them is wrong. */
const wrappers: ReadonlySet<string> = new Set([
  '$ref',
  '$recursiveRef',
  'additionalItems',
  'additionalProperties',
  'allOf',
  'dependentSchemas',
  'if',
  'items',
  'patternProperties',
  'prefixItems',
  'properties',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

/** Checkers by schema; a schema is copied, because the library writes into what it is given. */
const checkers = new WeakMap<object, { validator: Validator; schema: JsonObject }>();

function checkerOf(schema: object): { validator: Validator; schema: JsonObject } {
  const known = checkers.get(schema);
  if (known) return known;
  const copy = structuredClone(schema) as JsonObject;
  const made = { validator: new Validator(copy as Schema, '7', false), schema: copy };
  checkers.set(schema, made);
  return made;
}

/**
 * What is wrong with a form's data by its JSON Schema (draft 07). The schema is interpreted, never compiled: the pages'
 * content security policy allows no code that is made at run time. The server checks the same schema again.
 * @throws Error for a schema that cannot be read, such as one with a reference to nowhere
 */
export function problemsOf(schema: object, data: unknown): Problem[] {
  const checker = checkerOf(schema);
  // A key without a value is no key, as on the way to the server.
  const value = JSON.parse(JSON.stringify(data ?? null)) as Json;
  const { errors } = checker.validator.validate(value);
  return leaves(errors, { schema: checker.schema, value });
}

type Root = { readonly schema: JsonObject; readonly value: Json };

/** The errors without those that only wrap others, and of several alternatives those of the likeliest one. */
function leaves(units: readonly OutputUnit[], root: Root): Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<OutputUnit>();
  for (const unit of units) {
    if (seen.has(unit)) continue;
    if (unit.keyword === 'oneOf' || unit.keyword === 'anyOf') {
      const inside = units.filter((other) => other !== unit && isInside(other, unit));
      inside.forEach((one) => seen.add(one));
      problems.push(...alternatives(unit, inside, root));
    } else if (!wrappers.has(unit.keyword)) {
      problems.push(...problemsAt(unit, root));
    }
  }
  return distinct(problems);
}

function isInside(other: OutputUnit, unit: OutputUnit): boolean {
  return (
    other.keywordLocation.startsWith(`${unit.keywordLocation}/`) &&
    (other.instanceLocation === unit.instanceLocation ||
      other.instanceLocation.startsWith(`${unit.instanceLocation}/`))
  );
}

function alternatives(unit: OutputUnit, inside: readonly OutputUnit[], root: Root): Problem[] {
  const options = schemaAt(root.schema, unit.keywordLocation)?.limit;
  const closed =
    Array.isArray(options) && options.every((one) => isObject(one) && ('const' in one || 'enum' in one));
  if (closed || inside.length === 0) return [problemAt(unit, root, closed ? 'choice' : unit.keyword)];
  const branchOf = ({ keywordLocation }: OutputUnit) =>
    keywordLocation
      .slice(unit.keywordLocation.length + 1)
      .split('/', 1)
      .join();
  const [likeliest] = [...new Set(inside.map(branchOf))]
    .map((branch) =>
      leaves(
        inside.filter((one) => branchOf(one) === branch),
        root,
      ),
    )
    .sort((a, b) => weight(a) - weight(b));
  return likeliest ?? [];
}

/** An alternative whose type or fixed value differs is farther off than one with wrong fields. */
function weight(problems: readonly Problem[]): number {
  const far = problems.some(({ keyword }) => keyword === 'type' || keyword === 'const');
  return problems.length + (far ? 1000 : 0);
}

function problemsAt(unit: OutputUnit, root: Root): Problem[] {
  const at = problemAt(unit, root, unit.keyword);
  switch (unit.keyword) {
    case 'required':
      return missing(at, namesOf(at.limit), root);
    case 'dependentRequired':
    case 'dependencies':
      return missing(at, dependentNames(at), root);
    case 'enum':
      return [{ ...at, keyword: 'choice' }];
    case 'false':
      return [{ ...at, keyword: 'unknown' }];
    default:
      return [at];
  }
}

function problemAt(unit: OutputUnit, root: Root, keyword: string): Problem {
  const path = segmentsOf(unit.instanceLocation);
  const place = schemaAt(root.schema, unit.keywordLocation);
  const { value, path: exact } = valueAt(root.value, path);
  return { path: exact, keyword, limit: place?.limit, field: place?.schema ?? {}, value };
}

function missing(at: Problem, names: readonly string[], root: Root): Problem[] {
  const { value } = at;
  return names
    .filter((name) => !isObject(value) || !Object.hasOwn(value, name))
    .map((name) => ({
      path: [...at.path, name],
      keyword: 'required',
      limit: undefined,
      field: propertySchema(root.schema, at.field, name),
      value: undefined,
    }));
}

function namesOf(limit: Json | undefined): string[] {
  return Array.isArray(limit) ? limit.filter((name) => typeof name === 'string') : [];
}

function dependentNames({ limit, value }: Problem): string[] {
  if (!isObject(limit) || !isObject(value)) return [];
  return Object.entries(limit).flatMap(([name, needed]) =>
    Object.hasOwn(value, name) ? namesOf(needed) : [],
  );
}

function distinct(problems: readonly Problem[]): Problem[] {
  const byKey = new Map(problems.map((one) => [`${one.keyword} ${JSON.stringify(one.path)}`, one]));
  return [...byKey.values()];
}
