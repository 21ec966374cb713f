import { Validator } from '@cfworker/json-schema';
import type { Json, JsonObject } from '@/lib/engine/json';

/**
 * What is wrong with a value by a JSON Schema (draft 07), in words; empty where nothing is. Without generated code, so that it
 * runs under the browser's content security policy too.
 */
export function problemsOf(schema: JsonObject, value: Json): string[] {
  let result: ReturnType<Validator['validate']>;
  try {
    result = new Validator(schema, '7', false).validate(value);
  } catch (error) {
    return [`the schema itself is wrong (${error instanceof Error ? error.message : String(error)})`];
  }
  if (result.valid) return [];
  // The outer levels only say that something inside is wrong.
  const outer = new Set(['properties', 'items', 'allOf', 'anyOf', 'oneOf', '$ref']);
  const inner = result.errors.filter(({ keyword }) => !outer.has(keyword));
  return (inner.length > 0 ? inner : result.errors).map(
    ({ instanceLocation, error }) => `${instanceLocation.replace(/^#\/?/, '') || 'the whole'}: ${error}`,
  );
}
