import { type ErrorSchema, ErrorSchemaBuilder } from '@rjsf/utils';
import { at } from '@/lib/engine/definition/pointer';
import { equalJson, type Json, type JsonObject } from '@/lib/engine/json';
import { type FieldPath, segmentsOf } from './places';

/** One wrong field as the server names it: a JSON pointer into what was sent. */
export type ServerProblem = { readonly path: string; readonly message: string };

/** What the server refused, and the data that it refused: a problem lasts as long as its field stays as it was. */
export type Refused = { readonly problems: readonly ServerProblem[]; readonly data: JsonObject };

/** The errors of a refusal's data, where it has any. */
export function problemsIn(data: JsonObject): ServerProblem[] {
  const { errors } = data;
  if (!Array.isArray(errors)) return [];
  return errors.filter(
    (one: unknown): one is ServerProblem =>
      typeof one === 'object' &&
      one !== null &&
      'path' in one &&
      typeof one.path === 'string' &&
      'message' in one,
  );
}

/** Problems below `prefix` with the rest of their pointers, as the form knows its fields. */
export function problemsBelow(problems: readonly ServerProblem[], prefix: string): ServerProblem[] {
  return problems
    .filter(({ path }) => path === prefix || path.startsWith(`${prefix}/`))
    .map(({ path, message }) => ({ path: path.slice(prefix.length), message }));
}

/** The server's problems in the shape in which the form shows them; those of fields that have changed since are left out. */
export function errorsOf(refused: Refused | null, data: JsonObject): ErrorSchema | undefined {
  if (!refused) return undefined;
  const builder = new ErrorSchemaBuilder();
  let any = false;
  for (const { path, message } of refused.problems) {
    const place = placeIn(refused.data, segmentsOf(path));
    if (!equalJson(valueOf(refused.data, place), valueOf(data, place))) continue;
    builder.addErrors(sentence(message), [...place]);
    any = true;
  }
  return any ? builder.ErrorSchema : undefined;
}

function valueOf(data: JsonObject, place: FieldPath): Json | undefined {
  return at(data, place).value as Json | undefined;
}

/** A pointer's segments with the positions of lists as numbers. */
function placeIn(data: JsonObject, segments: readonly string[]): FieldPath {
  const place: (string | number)[] = [];
  for (const segment of segments) {
    place.push(Array.isArray(at(data, place).value) ? Number(segment) : segment);
  }
  return place;
}

/** "this is required" → "This is required." */
function sentence(message: string): string {
  const text = message.charAt(0).toLocaleUpperCase() + message.slice(1);
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
