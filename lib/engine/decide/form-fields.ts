import { isJsonObject, pointerPart } from '@/lib/engine/context-path';
import type { Json, JsonObject } from '@/lib/engine/json';
import { schemaParts } from '@/lib/engine/schema-parts';

/**
 * JSON pointers of the fields of a value that no part of its JSON Schema declares: what comes from a form writes only
 * what the form declared (DESIGN 7). An object whose schema names no properties is declared as a whole. Looks through
 * all parts of the schema; whether the values fit is Ajv's business.
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
  const parts = schemas.flatMap((schema) => schemaParts(root, schema));
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
