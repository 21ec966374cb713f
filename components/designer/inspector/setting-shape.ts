import { z } from 'zod';
import {
  durationSchema,
  elapsedDurationSchema,
  expressionSchema,
  jsonSchema,
  keySchema,
  mappingSchema,
  nameSchema,
  objectSchemaSchema,
} from '@/lib/engine/definition/primitives';

/** What a schema asks for, as far as an editor has to know. */
export type SettingShape =
  | { readonly kind: 'duration'; readonly elapsed: boolean }
  | { readonly kind: 'expression' | 'key' | 'name' | 'text' | 'lines' | 'json' | 'mapping' }
  | { readonly kind: 'number'; readonly whole: boolean; readonly least?: number; readonly most?: number }
  | { readonly kind: 'yes_no' }
  | { readonly kind: 'json_schema' }
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'fixed'; readonly value: string | number | boolean }
  | { readonly kind: 'list'; readonly element: z.ZodType }
  | { readonly kind: 'object'; readonly fields: readonly SettingOf[] }
  | { readonly kind: 'texts' }
  | {
      readonly kind: 'variants';
      readonly options: readonly z.ZodType[];
      readonly discriminator: string | null;
    };

export type SettingOf = { readonly name: string; readonly schema: z.ZodType; readonly optional: boolean };

const known = new Map<z.ZodType, SettingShape>([
  [expressionSchema, { kind: 'expression' }],
  [durationSchema, { kind: 'duration', elapsed: false }],
  [elapsedDurationSchema, { kind: 'duration', elapsed: true }],
  [keySchema, { kind: 'key' }],
  [nameSchema, { kind: 'name' }],
  [mappingSchema, { kind: 'mapping' }],
  [objectSchemaSchema as z.ZodType, { kind: 'json_schema' }],
  [jsonSchema as z.ZodType, { kind: 'json' }],
]);

/** From so many characters on, a text has several lines. */
const long = 5_000;

/** The shape of a setting, read from the schema that definitions are parsed with. What it does not know is JSON. */
export function shapeOf(schema: z.ZodType): SettingShape {
  const named = known.get(schema);
  if (named) return named;
  if (schema instanceof z.ZodOptional) return shapeOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodObject) return { kind: 'object', fields: fieldsOf(schema) };
  if (schema instanceof z.ZodArray) return { kind: 'list', element: schema.element as z.ZodType };
  if (schema instanceof z.ZodBoolean) return { kind: 'yes_no' };
  if (schema instanceof z.ZodEnum) return { kind: 'choice', options: schema.options.map(String) };
  if (schema instanceof z.ZodLiteral)
    return { kind: 'fixed', value: schema.value as string | number | boolean };
  if (schema instanceof z.ZodNumber) return numberShape(schema);
  if (schema instanceof z.ZodDiscriminatedUnion)
    return {
      kind: 'variants',
      options: schema.options as readonly z.ZodType[],
      discriminator: schema.def.discriminator,
    };
  if (schema instanceof z.ZodUnion)
    return { kind: 'variants', options: schema.options as readonly z.ZodType[], discriminator: null };
  if (schema instanceof z.ZodRecord)
    return (schema.valueType as z.ZodType).def.type === 'string' ? { kind: 'texts' } : { kind: 'json' };
  if (schema.def.type === 'string')
    return { kind: ((schema as z.ZodString).maxLength ?? 0) >= long ? 'lines' : 'text' };
  return { kind: 'json' };
}

/** The settings of an object by their names, in the order in which the schema has them. */
export function fieldsOf(schema: z.ZodObject): SettingOf[] {
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => ({
    name,
    schema: field instanceof z.ZodOptional ? (field.unwrap() as z.ZodType) : field,
    optional: field instanceof z.ZodOptional,
  }));
}

function numberShape(schema: z.ZodNumber): SettingShape {
  const { minValue, maxValue } = schema;
  const limit = (value: number | null) =>
    value !== null && Number.isFinite(value) && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;
  const least = limit(minValue);
  const most = limit(maxValue);
  return {
    kind: 'number',
    whole:
      schema.def.checks?.some((check) => 'format' in check._zod.def) === true || schema.format === 'safeint',
    ...(least !== undefined && { least }),
    ...(most !== undefined && { most }),
  };
}

/** The schema of the variant that the value is of; the first one for a value that is of none. */
export function variantOf(
  options: readonly z.ZodType[],
  value: unknown,
  discriminator: string | null,
): number {
  if (discriminator !== null) {
    const wanted = (value as Record<string, unknown> | undefined)?.[discriminator];
    const index = options.findIndex((option) => {
      const field =
        option instanceof z.ZodObject ? (option.shape as Record<string, z.ZodType>)[discriminator] : null;
      return field instanceof z.ZodLiteral && field.value === wanted;
    });
    return Math.max(0, index);
  }
  const exact = options.findIndex((option) => option.safeParse(value).success);
  return exact >= 0
    ? exact
    : Math.max(
        0,
        options.findIndex((option) => looksLike(option, value)),
      );
}

function looksLike(option: z.ZodType, value: unknown): boolean {
  if (option instanceof z.ZodArray) return Array.isArray(value);
  if (option instanceof z.ZodObject)
    return (
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.keys(value).some((name) => Object.hasOwn(option.shape, name))
    );
  return option.def.type === typeof value;
}

/** What a variant is called by, for its words: its literal, or the first name that it has. */
export function variantName(option: z.ZodType): string {
  const shape = shapeOf(option);
  if (shape.kind === 'fixed') return String(shape.value);
  if (shape.kind === 'object') return shape.fields[0]?.name ?? shape.kind;
  return shape.kind;
}
