import { isJsonObject, pointerPart } from '@/lib/engine/context-path';
import type { Json, JsonObject } from '@/lib/engine/json';

/**
 * JSON pointers of the fields of a value that no part of its JSON Schema declares: what comes from a form writes only
 * what the form declared (DESIGN 7). An object whose schema names no properties is declared as a whole. Looks through
 * local `$ref`, `allOf`, `anyOf`, `oneOf`, `if`/`then`/`else` and `dependentSchemas`; whether the values fit is Ajv's business.
 */
export function undeclaredFields(schema: JsonObject, value: JsonObject): string[] {
  return undeclaredIn(schema, [schema], value, '', true);
}

function undeclaredIn(
  root: JsonObject,
  schemas: readonly JsonObject[],
  value: Json,
  at: string,
  strict: boolean,
): string[] {
  const parts = schemas.flatMap((schema) => partsOf(root, schema, new Set()));
  if (Array.isArray(value)) {
    const items = parts.flatMap(({ items: inner }) => (isJsonObject(inner) ? [inner] : []));
    if (items.length === 0) return [];
    return value.flatMap((item: Json, index) => undeclaredIn(root, items, item, `${at}/${index}`, false));
  }
  if (!isJsonObject(value)) return [];
  const properties = parts.flatMap((part) => (isJsonObject(part.properties) ? [part.properties] : []));
  if (properties.length === 0 && !strict) return [];
  const open = !strict && parts.some(({ additionalProperties: more }) => more === true || isJsonObject(more));
  return Object.entries(value).flatMap(([name, inner]) => {
    const declared = properties.filter((one) => Object.hasOwn(one, name)).map((one) => one[name]);
    const path = `${at}/${pointerPart(name)}`;
    if (declared.length === 0) return open ? [] : [path];
    return undeclaredIn(root, declared.filter(isJsonObject), inner, path, false);
  });
}

/** The schema and all that it is put together from. */
function partsOf(root: JsonObject, schema: JsonObject, seen: Set<JsonObject>): JsonObject[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const lists = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  const branches: (Json | undefined)[] = [schema.if, schema.then, schema.else, ...lists];
  if (isJsonObject(schema.dependentSchemas)) branches.push(...Object.values(schema.dependentSchemas));
  if (typeof schema.$ref === 'string') branches.push(referenced(root, schema.$ref));
  return [schema, ...branches.filter(isJsonObject).flatMap((part) => partsOf(root, part, seen))];
}

function referenced(root: JsonObject, reference: string): Json | undefined {
  if (!reference.startsWith('#')) return undefined;
  let place: Json | undefined = root;
  for (const part of reference.slice(1).split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, name)) return undefined;
    place = (place as JsonObject)[name];
  }
  return place;
}
