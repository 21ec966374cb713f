import { isJsonObject } from '@/lib/engine/context-path';
import type { Json, JsonObject } from '@/lib/engine/json';

/**
 * A JSON Schema and all that it is put together from: local `$ref`, `allOf`, `anyOf`, `oneOf`, `if`/`then`/`else` and
 * `dependentSchemas`. Which of them hold for a value is Ajv's business.
 */
export function schemaParts(root: JsonObject, schema: JsonObject): JsonObject[] {
  return partsOf(root, schema, new Set());
}

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
