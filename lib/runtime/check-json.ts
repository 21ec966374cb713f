import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Json, JsonObject } from '@/lib/engine/json';
import { readFileValue } from '@/lib/engine/file-value';
import { acceptedTypes } from '@/lib/engine/accepted-files';
import type { FieldError } from '@/lib/engine/decide/refusals';

/** More errors than this help nobody. */
const mostErrors = 50;
const mostCompiled = 500;

const ajv = addFormats(new Ajv({ allErrors: true, strict: false, addUsedSchema: false, passContext: true }));
// A document of the request; whether it is one, whoever takes the form looks up.
ajv.addFormat('file', (value: string) => readFileValue(value) !== null);
/** What is wrong with a file for a field that takes such types; null: nothing. */
export type FileCheck = (value: string, accept: readonly string[]) => string | null;
// Which lists of types apply to a field is known where all else is: each of `allOf`, one of `anyOf`, that of the branch that holds.
ajv.addKeyword({ keyword: 'accept', type: 'string', errors: true, validate: takesFile });
/** Validators by the text of their schema; the one made longest ago goes when there are too many. */
const compiled = new Map<string, ValidateFunction>();

/**
 * What is wrong with a value by a definition's JSON Schema (draft 07), the same that the form in the browser checks.
 * @param at where the value stands in what came in: `/input`
 */
export function checkJson(schema: JsonObject, value: Json, at: string): FieldError[] {
  const validate = validatorOf(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).slice(0, mostErrors).map((error) => fieldError(error, at));
}

/** What is wrong with the files of such a value for the fields that name them, whatever else is. */
export function checkAccepted(schema: JsonObject, value: Json, at: string, check: FileCheck): FieldError[] {
  const validate = validatorOf(schema);
  if (validate.call(check, value)) return [];
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword === 'accept');
  return errors.map(({ instancePath, message = '' }) => ({ path: `${at}${instancePath}`, message }));
}

function takesFile(this: unknown, accept: Json, value: string): boolean {
  const types = acceptedTypes({ accept });
  const wrong = typeof this === 'function' && types.length > 0 ? (this as FileCheck)(value, types) : null;
  takesFile.errors = wrong === null ? undefined : [{ keyword: 'accept', message: wrong }];
  return wrong === null;
}
takesFile.errors = undefined as { keyword: string; message: string }[] | undefined;

function validatorOf(schema: JsonObject): ValidateFunction {
  const text = JSON.stringify(schema);
  const known = compiled.get(text);
  if (known) return known;
  const validate = ajv.compile(schema);
  // Ajv would keep every schema object that it has seen.
  ajv.removeSchema(schema);
  if (compiled.size >= mostCompiled) compiled.delete(compiled.keys().next().value!);
  compiled.set(text, validate);
  return validate;
}

function fieldError(error: ErrorObject, at: string): FieldError {
  const params = error.params as Record<string, unknown>;
  const place = `${at}${error.instancePath}`;
  const field = (name: unknown) => `${place}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  switch (error.keyword) {
    case 'required':
      return { path: field(params['missingProperty']), message: 'this is required' };
    case 'additionalProperties':
      return { path: field(params['additionalProperty']), message: 'there is no such field' };
    case 'enum':
      return { path: place, message: `this must be one of: ${listed(params['allowedValues'])}` };
    case 'const':
      return { path: place, message: `this must be ${JSON.stringify(params['allowedValue'])}` };
    case 'format':
      return { path: place, message: `this is not a valid ${String(params['format'])}` };
    case 'type':
      return { path: place, message: `this must be ${article(params['type'])}` };
    default:
      return { path: place, message: `this ${error.message ?? 'is not valid'}` };
  }
}

function listed(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(', ') : '';
}

function article(type: unknown): string {
  const types = Array.isArray(type) ? type.map(String) : [String(type)];
  return types
    .map((one) => (/^[aeiou]/.test(one) ? `an ${one}` : one === 'null' ? one : `a ${one}`))
    .join(' or ');
}
