import Ajv, { type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import type { Json, JsonObject } from '@/lib/engine/json';
import type { Finding } from '@/lib/engine/definition/finding';
import { at, pointer } from '@/lib/engine/definition/pointer';
import { error, type Model, type Rule } from './model';

/** Each JSON Schema in a definition is one, describes an object where one is needed, and refers to itself only. */
export const invalidJsonSchema: Rule = (model) =>
  schemas(model).flatMap(({ schema, path, element, ofObject }) => {
    const finding = (below: string, message: string, mend: string): Finding =>
      error('invalid_json_schema', path + below, element, message, mend);
    const found = [...keywordProblems(schema), ...references(schema)].map(({ below, problem, mend }) =>
      finding(below, problem, mend),
    );
    if (found.length > 0 || !ofObject || describesObject(schema)) return found;
    return [
      finding(
        '/type',
        'The schema describes something that is not an object.',
        'Write "type": "object" in the schema.',
      ),
    ];
  });

type PlacedSchema = {
  readonly schema: JsonObject;
  readonly path: string;
  readonly element: string | null;
  readonly ofObject: boolean;
};

type SchemaProblem = { readonly below: string; readonly problem: string; readonly mend: string };

function schemas({ definition, activities }: Model): PlacedSchema[] {
  const found: PlacedSchema[] = [];
  const add = (schema: unknown, path: string, element: string | null, ofObject: boolean) => {
    if (schema !== undefined) found.push({ schema: schema as JsonObject, path, element, ofObject });
  };
  add(definition.input, '/input', null, true);
  definition.steps.forEach((step, index) => {
    if (step.type === 'USER_TASK') add(step.form?.schema, `/steps/${index}/form/schema`, step.key, true);
    if (step.type === 'WAIT_FOR_SIGNAL') add(step.payload, `/steps/${index}/payload`, step.key, true);
  });
  for (const { activity, path, owner } of activities)
    add(activity.outputSchema, `${path}/outputSchema`, owner?.key ?? null, false);
  return found;
}

let ajv: Ajv | null = null;

/** What the meta-schema says of the keywords. The meta-schema is compiled once; the schemas themselves never are. */
function keywordProblems(schema: JsonObject): SchemaProblem[] {
  const dialect = schema['$schema'];
  if (dialect !== undefined && !/^https?:\/\/json-schema\.org\/draft-07\/schema#?$/.test(String(dialect)))
    return [{ below: '/$schema', problem: 'The schema is not of draft 07.', mend: 'Leave `$schema` out.' }];
  if (ajv === null) {
    ajv = new Ajv({ allErrors: true, strict: false });
    addFormats(ajv);
  }
  if (ajv.validateSchema(schema) === true) return [];
  const errors = (ajv.errors ?? []).filter((one) => one.keyword !== 'anyOf');
  return firstOfEachPlace(errors).map((one) => ({
    below: one.instancePath,
    problem: `The schema is not valid: ${one.instancePath === '' ? 'it' : one.instancePath.slice(1)} ${one.message ?? 'is wrong'}${allowed(one)}.`,
    mend: 'Correct the schema; https://json-schema.org explains its keywords.',
  }));
}

function firstOfEachPlace(errors: readonly ErrorObject[]): ErrorObject[] {
  const places = new Map<string, ErrorObject>();
  for (const one of errors) if (!places.has(one.instancePath)) places.set(one.instancePath, one);
  return [...places.values()];
}

function allowed(one: ErrorObject): string {
  const values: unknown = one.params['allowedValues'];
  return Array.isArray(values) ? ` (${values.join(', ')})` : '';
}

/** `$ref` leads to a place in the same schema; nothing is fetched, and `$id` would only rename places. */
function references(schema: JsonObject): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  const open: { readonly value: Json; readonly path: readonly string[]; readonly isData: boolean }[] = [
    { value: schema, path: [], isData: false },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path, isData } = next;
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, item] of Object.entries(value) as [string, Json][]) {
      const isName = path.length > 0 && namesOnly.has(path.at(-1) ?? '') && !isData;
      if (!isName && !isData && (name === '$ref' || name === '$id') && typeof item === 'string') {
        const problem = referenceProblem(name, item, schema);
        if (problem !== null) problems.push({ below: pointer([...path, name]), ...problem });
      }
      open.push({
        value: item,
        path: [...path, name],
        isData: isData || (!isName && dataKeywords.has(name)),
      });
    }
  }
  return problems;
}

/** Keywords below which keys are names that the schema's author chose. */
const namesOnly: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'definitions',
  '$defs',
  'dependencies',
]);
/** Keywords whose values are data and no schemas. */
const dataKeywords: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'examples']);

function referenceProblem(
  name: string,
  value: string,
  schema: JsonObject,
): Omit<SchemaProblem, 'below'> | null {
  if (name === '$id')
    return { problem: 'The schema has an `$id`.', mend: 'Leave it out; schemas stand for themselves.' };
  const parts = value
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (value === '#' || (value.startsWith('#/') && at(schema, parts).found)) return null;
  return {
    problem: `The schema refers to "${value}", which is not in it.`,
    mend: 'Put what it refers to under `definitions` and refer to it like "#/definitions/address".',
  };
}

function describesObject(schema: JsonObject): boolean {
  return schema['type'] === undefined || schema['type'] === 'object';
}
