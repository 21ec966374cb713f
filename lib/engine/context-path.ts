import { type Json, type JsonObject, forbiddenNames } from './json';

/** Changes of a context, written down in the event that made them: dotted path → new value. */
export type ContextChanges = { readonly [path: string]: Json };

/**
 * The context with the value of each path set. Objects on the way are made where there are none. Paths are taken in
 * the order of their text, so that the result does not depend on how a database orders the keys of JSON.
 */
export function setPaths(context: JsonObject, changes: ContextChanges): JsonObject {
  return Object.keys(changes)
    .sort()
    .reduce((result, path) => setPath(result, path.split('.'), changes[path] as Json), context);
}

/** The value at a dotted path; undefined where there is none. */
export function valueAt(object: Json, path: string): Json | undefined {
  let value: Json | undefined = object;
  for (const name of path.split('.')) {
    if (!isJsonObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/**
 * The part of the path at which something stands that is neither an object nor null, so that nothing can be set below
 * it; null when the path can be set. Setting it all the same would lose that value without a word.
 */
export function blockedAt(context: JsonObject, path: string): string | null {
  const names = path.split('.').slice(0, -1);
  for (let length = 1; length <= names.length; length += 1) {
    const part = names.slice(0, length).join('.');
    const value = valueAt(context, part);
    if (value === undefined || value === null) return null;
    if (!isJsonObject(value)) return part;
  }
  return null;
}

/** A copy of the object without the value at the dotted path. */
export function withoutPath(object: JsonObject, path: string): JsonObject {
  const [name, ...rest] = path.split('.') as [string, ...string[]];
  const value = object[name];
  if (!Object.hasOwn(object, name)) return object;
  if (rest.length === 0) return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
  return isJsonObject(value) ? { ...object, [name]: withoutPath(value, rest.join('.')) } : object;
}

/** JSON pointer of the first name that would reach a prototype, anywhere in the value; null when there is none. */
export function forbiddenNameIn(value: Json): string | null {
  const open: { readonly at: string; readonly value: Json }[] = [{ at: '', value }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    for (const [name, inner] of Object.entries(next.value)) {
      const at = `${next.at}/${pointerPart(name)}`;
      if (!Array.isArray(next.value) && forbiddenNames.has(name)) return at;
      open.push({ at, value: inner });
    }
  }
  return null;
}

/** One name as a part of a JSON pointer (RFC 6901). */
export function pointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** True for what JSON calls an object. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function setPath(object: JsonObject, names: readonly string[], value: Json): JsonObject {
  const [name, ...rest] = names as [string, ...string[]];
  if (rest.length === 0) return { ...object, [name]: value };
  const inner = object[name];
  return { ...object, [name]: setPath(isJsonObject(inner) ? inner : {}, rest, value) };
}
