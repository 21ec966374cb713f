import type { Json, JsonObject } from '@/lib/engine/json';

/** A value that a simple JSON Schema takes: of objects every property, of lists one item, of choices the first. */
export function exampleOf(schema: JsonObject): Json {
  const choice = Array.isArray(schema.enum) ? schema.enum[0] : schema.const;
  if (choice !== undefined) return choice;
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, JsonObject>).map(([name, property]) => [
          name,
          exampleOf(property),
        ]),
      );
    case 'array':
      return [exampleOf((schema.items ?? {}) as JsonObject)];
    case 'number':
    case 'integer':
      return typeof schema.minimum === 'number' ? Math.ceil(schema.minimum) : 1;
    case 'boolean':
      return true;
    default:
      return schema.format === 'date' ? '2030-01-01' : 'Example';
  }
}
