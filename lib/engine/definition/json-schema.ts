import { z } from 'zod';
import type { JsonObject } from '@/lib/engine/json';
import { definitionSchema } from './schema';

let generated: JsonObject | null = null;

/**
 * The JSON Schema (2020-12) of a definition, generated from the Zod schema that parses it. It says all of the shape
 * but not what lint says. Made once; do not change it.
 */
export function definitionJsonSchema(): JsonObject {
  generated ??= {
    ...(z.toJSONSchema(definitionSchema, { io: 'input', reused: 'ref' }) as unknown as JsonObject),
    title: 'Interlock definition',
    description: 'A process: its steps, the transitions between them, and what is done in each step.',
  };
  return generated;
}
