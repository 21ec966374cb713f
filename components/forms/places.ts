import type { Json, JsonObject } from '@/lib/engine/json';

/** Where a value stands in a form's data, outermost first; `[]` is the whole. */
export type FieldPath = readonly (string | number)[];

/** The schema that holds a keyword, and what the keyword says, by the address of the keyword. */
export function schemaAt(
  root: JsonObject,
  location: string,
): { schema: JsonObject; limit: Json | undefined } | null {
  let schema: Json = root;
  let limit: Json | undefined = root;
  for (const segment of segmentsOf(location)) {
    if (segment === '$ref' && isObject(limit) && typeof limit['$ref'] === 'string') {
      limit = referred(root, limit['$ref']);
      continue;
    }
    // The library misspells this one in its addresses.
    const name = segment === 'dependantRequired' ? 'dependentRequired' : segment;
    if (isObject(limit)) {
      schema = limit;
      limit = limit[name];
    } else if (Array.isArray(limit)) {
      limit = limit[Number(name)];
    } else {
      return null;
    }
  }
  return isObject(schema) ? { schema, limit } : null;
}

/** Schema of a property, where its own object says it. */
export function propertySchema(root: JsonObject, object: JsonObject, name: string): JsonObject {
  const properties = object['properties'];
  const property = isObject(properties) ? properties[name] : undefined;
  if (!isObject(property)) return {};
  const target = typeof property['$ref'] === 'string' ? referred(root, property['$ref']) : undefined;
  return isObject(target) ? { ...target, ...property } : property;
}

/** What a reference inside the same document points at. */
function referred(root: JsonObject, reference: string): Json | undefined {
  if (!reference.startsWith('#')) return undefined;
  return segmentsOf(reference).reduce<Json | undefined>(
    (node, segment) =>
      isObject(node) ? node[segment] : Array.isArray(node) ? node[Number(segment)] : undefined,
    root,
  );
}

/** The value at a place, and the place with the positions of lists as numbers. */
export function valueAt(
  root: Json,
  segments: readonly string[],
): { value: Json | undefined; path: FieldPath } {
  let value: Json | undefined = root;
  const path: (string | number)[] = [];
  for (const segment of segments) {
    path.push(Array.isArray(value) ? Number(segment) : segment);
    value = Array.isArray(value) ? value[Number(segment)] : isObject(value) ? value[segment] : undefined;
  }
  return { value, path };
}

/** Segments of a JSON pointer, also of one that is a URI fragment. */
export function segmentsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** True for a JSON object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What people call the field at a place: its title by the schema, else its name; for an entry of a list its number. */
export function titleAt(schema: JsonObject, path: FieldPath): string {
  let node: Json | undefined = schema;
  let title = '';
  for (const part of path) {
    if (!isObject(node)) break;
    if (typeof node['$ref'] === 'string') node = referred(schema, node['$ref']);
    const parent: JsonObject = isObject(node) ? node : {};
    if (typeof part === 'number') {
      node = Array.isArray(parent['items']) ? (parent['items'][part] as Json) : parent['items'];
      title = `${title} ${part + 1}`.trim();
      continue;
    }
    const field: JsonObject = propertySchema(schema, parent, part);
    node = field;
    const own = typeof field['title'] === 'string' ? field['title'] : part;
    title = title === '' ? own : `${title}, ${own}`;
  }
  return title;
}
