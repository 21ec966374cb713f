import { z } from 'zod';
import { forbiddenNames, type Json, type JsonObject } from '@/lib/engine/json';

/** Small schemas that the definition is made of. None has a default: what is saved must read back equal. */

export const keySchema = z
  .string()
  .regex(
    /^[a-z][a-z0-9_-]{0,63}$/,
    'a key starts with a lower-case letter and has at most 64 of a–z, 0–9, _ and -',
  )
  .refine((key) => !forbiddenNames.has(key), 'this key is reserved');

/** What people read: any script, no leading or trailing space. */
export const nameSchema = z
  .string()
  .min(1, 'a name may not be empty')
  .max(200, 'a name has at most 200 characters')
  .refine((name) => name === name.trim(), 'a name may not begin or end with a space');

export const textSchema = z.string().max(20_000);

/** A CEL expression (DESIGN 7). Its names and types are checked by lint, not here. */
export const expressionSchema = z.string().min(1, 'an expression may not be empty').max(2_000);

/**
 * Text with `{{ expression }}` places. A text that is one such place and nothing else keeps the type of its value.
 */
export const templateSchema = z.string().max(20_000);

/** ISO 8601 durations, plus business days (`P3BD`) and business hours (`PT4BH`) (DESIGN 10). */
export const durationSchema = z
  .string()
  .regex(
    /^(?:P(?=.)(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?=.)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?|P\d+BD|PT\d+BH)$/,
    'write a duration like PT30M, P3D, P3BD (business days) or PT4BH (business hours)',
  );

/** A duration that the clock counts: what takes seconds or minutes knows no opening hours. */
export const elapsedDurationSchema = durationSchema.refine(
  (duration) => !/B[DH]$/.test(duration),
  'the time limit of an attempt is counted by the clock: write a duration like PT30S or PT10M',
);

export const jsonSchema: z.ZodType<Json> = z.json() as z.ZodType<Json>;

/** A JSON Schema of an object; its own keywords are checked by lint with Ajv. */
export const objectSchemaSchema = z.record(z.string(), z.json()) as unknown as z.ZodType<JsonObject>;

/** Names given by a definition for values: no name that would touch a prototype. */
export const fieldPathSchema = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$/, 'write a path like customer.name')
  .refine(
    (path) => path.split('.').every((part) => !forbiddenNames.has(part)),
    'this path has a reserved name in it',
  );

/** `field path → expression`. */
export const mappingSchema = z.record(fieldPathSchema, expressionSchema);
