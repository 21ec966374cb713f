import { z } from 'zod';
import { expressionSchema, keySchema, mappingSchema, nameSchema } from '@/lib/engine/definition/primitives';
import { pageQuerySchema } from '@/lib/http/page';
import { instantSchema } from '@/lib/people/schema';

/** Limits of what comes in; each refusal names its limit. */
export const limits = {
  /** Bytes of a delivery's body. */
  bodyBytes: 256 * 1024,
  idCharacters: 150,
  /** Deliveries of one source in a minute. */
  perMinute: 600,
  /** Of those whose signature is wrong, so many a minute are kept to be seen. */
  unsignedPerMinute: 60,
} as const;

const expression = expressionSchema.describe('A CEL expression over `body` and `headers`.');
/** An expression whose value is an object, or `field → expression`; fields without a value are left out. */
const objectOf = z.union([expression, mappingSchema]).default({});

const signalMappingSchema = z
  .strictObject({
    kind: z.literal('signal'),
    /** Where it is not true, the delivery is taken and nothing happens. */
    when: expression.optional(),
    /** The signal's name. */
    signal: keySchema,
    payload: objectOf,
    /** The instance's id; or its definition, and its subject or its correlation key. */
    instance: expression.optional(),
    definition: keySchema.optional(),
    subject: expression.optional(),
    correlationKey: expression.optional(),
    keepSeconds: z.int().min(1).optional(),
  })
  .refine(
    ({ instance, subject, correlationKey }) =>
      [instance, subject, correlationKey].filter((one) => one !== undefined).length === 1,
    {
      path: ['instance'],
      message: 'name the instance by its id, its subject or its correlation key, one of the three',
    },
  )
  .refine(({ instance, definition }) => (instance === undefined) === (definition !== undefined), {
    path: ['definition'],
    message: 'a subject or a correlation key needs its definition; an instance needs none',
  });

const startMappingSchema = z.strictObject({
  kind: z.literal('start'),
  when: expression.optional(),
  definition: keySchema,
  subject: expression,
  correlationKey: expression.optional(),
  input: objectOf,
});

/** What a delivery becomes. */
export const webhookMappingSchema = z.union([signalMappingSchema, startMappingSchema]);
export type WebhookMapping = z.output<typeof webhookMappingSchema>;

const windowSeconds = z
  .int()
  .min(10)
  .max(3600)
  .describe('How far a delivery’s timestamp may be from our clock, in seconds.');

/** A source to be made. */
export const createSourceSchema = z.strictObject({
  name: nameSchema,
  mapping: webhookMappingSchema,
  windowSeconds: windowSeconds.default(300),
});
export type CreateSource = z.input<typeof createSourceSchema>;

/** What is set of a source; what is left out stays as it is. */
export const putSourceSchema = z.strictObject({
  name: nameSchema.optional(),
  mapping: webhookMappingSchema.optional(),
  windowSeconds: windowSeconds.optional(),
  /** False: every delivery is refused. */
  active: z.boolean().optional(),
});
export type PutSource = z.input<typeof putSourceSchema>;

export const sourceSchema = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string().describe('The path to which deliveries are posted.'),
  mapping: webhookMappingSchema,
  windowSeconds: z.number(),
  active: z.boolean(),
  createdAt: instantSchema,
});
export type SourceRow = z.infer<typeof sourceSchema>;

/** A source with the key that signs its deliveries (Standard Webhooks); it is shown this once. */
export const sourceWithKeySchema = sourceSchema.extend({ signingKey: z.string() });
export type SourceWithKey = z.infer<typeof sourceWithKeySchema>;

const results = ['accepted', 'ignored', 'refused'] as const;
const effects = ['signal', 'kept_signal', 'start'] as const;

export const receivedFiltersSchema = pageQuerySchema.extend({ result: z.enum(results).optional() });
export type ReceivedFilters = z.input<typeof receivedFiltersSchema>;

/** A delivery that came. */
export const receivedSchema = z.object({
  id: z.string(),
  /** The sender's id. */
  delivery: z.string().nullable(),
  receivedAt: instantSchema,
  result: z.enum(results),
  /** Why it was refused. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  bytes: z.number(),
  sha256: z.string().describe('SHA-256 of the body, in hexadecimal.'),
  effect: z.enum(effects).nullable(),
  instance: z.string().nullable(),
  /** How often it came again after it had been taken. */
  repeats: z.number(),
});
export type ReceivedRow = z.infer<typeof receivedSchema>;

/** What the sender hears. `known`: the delivery had been taken before, and nothing happened this time. */
export const deliveredSchema = z.object({
  delivery: z.string(),
  known: z.boolean(),
  result: z.enum(['accepted', 'ignored']),
  effect: z.enum(effects).nullable(),
  instance: z.string().nullable(),
});
export type Delivered = z.infer<typeof deliveredSchema>;
