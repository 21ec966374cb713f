import Ajv, { type ErrorObject } from 'ajv';
import type { Json, JsonObject } from '@/lib/engine/json';
import type { Finding } from '@/lib/engine/definition/finding';
import { isMediaType } from '@/lib/engine/accepted-files';
import { at, pointer } from '@/lib/engine/definition/pointer';
import { error, type Model, type Rule } from './model';

/** Each JSON Schema in a definition is one, describes an object where one is needed, and refers to itself only. */
export const invalidJsonSchema: Rule = (model) =>
  schemas(model).flatMap(({ schema, path, element, ofObject }) => {
    const finding = (below: string, message: string, mend: string): Finding =>
      error('invalid_json_schema', path + below, element, message, mend);
    const found = [...keywordProblems(schema), ...wordProblems(schema)].map(({ below, problem, mend }) =>
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
  ajv ??= new Ajv({ allErrors: true, strict: false, logger: false });
  if (isValid(ajv, schema)) return [];
  const errors = (ajv.errors ?? []).filter((one) => one.keyword !== 'anyOf');
  return firstOfEachPlace(errors).map((one) => ({
    below: one.instancePath,
    problem: `The schema is not valid: ${one.instancePath === '' ? 'it' : one.instancePath.slice(1)} ${one.message ?? 'is wrong'}${allowed(one)}.`,
    mend: 'Correct the schema; https://json-schema.org explains its keywords.',
  }));
}

/** Ajv compiles the meta-schema to code. A page whose security policy forbids that leaves this part to the server. */
function isValid(checker: Ajv, schema: JsonObject): boolean {
  try {
    return checker.validateSchema(schema) === true;
  } catch (thrown) {
    if (thrown instanceof EvalError) return true;
    throw thrown;
  }
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

/** What the meta-schema does not check: where references lead, that patterns are patterns, and which files a field takes. */
function wordProblems(schema: JsonObject): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  const open: { readonly value: Json; readonly path: readonly string[]; readonly role: Role }[] = [
    { value: schema, path: [], role: 'schema' },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path, role } = next;
    if (typeof value !== 'object' || value === null || role === 'data') continue;
    for (const [name, item] of Object.entries(value) as [string, Json][]) {
      const problem =
        role === 'schema'
          ? keywordProblem(name, item, schema, value as JsonObject)
          : role === 'patterns'
            ? patternProblem(name)
            : null;
      if (problem !== null) problems.push({ below: pointer([...path, name]), ...problem });
      open.push({ value: item, path: [...path, name], role: role === 'schema' ? roleBelow(name) : 'schema' });
    }
  }
  return problems;
}

/** What the keys of an object are: keywords of a schema, names or patterns that its author chose, or plain data. */
type Role = 'schema' | 'names' | 'patterns' | 'data';

function roleBelow(keyword: string): Role {
  if (keyword === 'patternProperties') return 'patterns';
  if (['properties', 'definitions', '$defs', 'dependencies', 'dependentSchemas'].includes(keyword))
    return 'names';
  return ['default', 'const', 'enum', 'examples'].includes(keyword) ? 'data' : 'schema';
}

type Words = Omit<SchemaProblem, 'below'>;

function keywordProblem(name: string, value: Json, schema: JsonObject, field: JsonObject): Words | null {
  if (name === 'accept') return acceptProblem(value, field);
  if (typeof value !== 'string') return null;
  if (name === '$ref') return referenceProblem(value, schema);
  if (name === '$id')
    return { problem: 'The schema has an `$id`.', mend: 'Leave it out; schemas stand for themselves.' };
  return name === 'pattern' ? patternProblem(value) : null;
}

/** Nothing is fetched: a reference leads to a place in the same schema. */
function referenceProblem(reference: string, schema: JsonObject): Words | null {
  const parts = reference
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (reference === '#' || (reference.startsWith('#/') && at(schema, parts).found)) return null;
  return {
    problem: `The schema refers to "${reference}", which is not in it.`,
    mend: 'Put what it refers to under `definitions` and refer to it like "#/definitions/address".',
  };
}

/** Patterns are JavaScript's, with the flag that Ajv sets. */
function patternProblem(pattern: string): Words | null {
  try {
    void new RegExp(pattern, 'u');
    return null;
  } catch {
    return {
      problem: `${JSON.stringify(pattern)} is not a regular expression.`,
      mend: 'Correct it; brackets must be closed and signs like `(` escaped.',
    };
  }
}

/** What is kept of a file is its media type, so an ending of its name says nothing here. */
function acceptProblem(accept: Json, field: JsonObject): Words | null {
  if (field['format'] !== 'file') {
    return {
      problem: 'Only a field of files says which it takes (`accept`).',
      mend: 'Write "format": "file" beside it, or leave it out.',
    };
  }
  if (Array.isArray(accept) && accept.length > 0 && accept.every(isMediaType)) return null;
  return {
    problem: 'Which files a field takes is a list of media types.',
    mend: 'Write it like ["application/pdf", "image/*"], without endings of names; leave it out to take any file.',
  };
}

function describesObject(schema: JsonObject): boolean {
  return schema['type'] === undefined || schema['type'] === 'object';
}
