import { z } from 'zod';
import {
  durationSchema,
  elapsedDurationSchema,
  expressionSchema,
  jsonSchema,
  keySchema,
  mappingSchema,
  nameSchema,
  templateSchema,
} from './primitives';

/** The retry policy of an activity; it belongs to the definition and not to the queue (DESIGN 8.5). */
export const retrySchema = z.strictObject({
  /** Attempts in all, the first one counted. */
  maxAttempts: z.int().min(1).max(50),
  /** In business time (`PT2BH`, `P1BD`) pauses are counted by the definition's calendar, each a whole number and none by chance. */
  firstDelay: durationSchema.optional(),
  factor: z.number().min(1).max(10).optional(),
  maxDelay: durationSchema.optional(),
  /** Share of the delay that is drawn by chance, 0–1. */
  jitter: z.number().min(0).max(1).optional(),
  /** Error codes that another try would not mend, such as `http_404`. */
  stopOn: z.array(z.string().min(1).max(100)).optional(),
});
export type Retry = z.infer<typeof retrySchema>;

const setContextSettings = z.strictObject({ set: mappingSchema });
const callApiSettings = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  url: templateSchema.min(1),
  headers: z.record(z.string(), templateSchema).optional(),
  /** JSON whose texts are templates. */
  body: jsonSchema.optional(),
});
const sendEmailSettings = z.strictObject({
  to: z.array(templateSchema.min(1)).min(1),
  cc: z.array(templateSchema.min(1)).optional(),
  subject: templateSchema.min(1),
  body: templateSchema.min(1),
});
const callWebhookSettings = z.strictObject({ url: templateSchema.min(1), body: jsonSchema.optional() });
/** The type of an emitted event. Ours begin with `interlock.`, so that nobody takes an emitted one for one of them. */
const eventTypeSchema = z
  .string()
  .min(1)
  .max(200)
  .refine((type) => !type.startsWith('interlock.'), 'types that begin with interlock. are the product’s own');
const emitEventSettings = z.strictObject({ event: eventTypeSchema, data: jsonSchema.optional() });
const executeFunctionSettings = z.strictObject({ function: keySchema, input: mappingSchema.optional() });
const externalSettings = z.strictObject({ topic: keySchema, input: mappingSchema.optional() });
const pluginSettings = z.record(z.string(), z.json());

const common = {
  key: keySchema,
  name: nameSchema.optional(),
  /** True: the attempt goes to the queue and the instance waits (`activity`); false: it runs in the advancing worker. */
  async: z.boolean().optional(),
  /** Bound of one attempt; the call is aborted at it. */
  timeout: elapsedDurationSchema.optional(),
  retry: retrySchema.optional(),
  /** `field → expression over result`; without it the whole result is the output. */
  output: mappingSchema.optional(),
  /** JSON Schema of the output, so that conditions can be checked. */
  outputSchema: z.record(z.string(), z.json()).optional(),
  /** Key of the compensation (in the definition's `compensations`) that undoes this activity. */
  compensation: keySchema.optional(),
  irreversible: z.boolean().optional(),
  /** Name of a resource with a capacity that an attempt needs (DESIGN 8.10). */
  resource: keySchema.optional(),
  /** Runs only when this holds; otherwise it is skipped. */
  when: expressionSchema.optional(),
};

export const builtInActivityTypes = [
  'SET_CONTEXT',
  'CALL_API',
  'SEND_EMAIL',
  'CALL_WEBHOOK',
  'EMIT_EVENT',
  'EXECUTE_FUNCTION',
  'EXTERNAL',
] as const;

/**
 * Types that plugins register are written `vendor.name`; their settings are checked by the plugin's own schema.
 * `abort` ends this branch of the union at another type, so that what is wrong with a built-in one is what is said.
 */
const pluginType = z.string().regex(/^[a-z][a-z0-9_-]*\.[a-z][a-z0-9_-]*$/, {
  error: 'a plugin type is written vendor.name',
  abort: true,
});

export const activitySchema = z.union([
  z.discriminatedUnion('type', [
    z.strictObject({ ...common, type: z.literal('SET_CONTEXT'), settings: setContextSettings }),
    z.strictObject({ ...common, type: z.literal('CALL_API'), settings: callApiSettings }),
    z.strictObject({ ...common, type: z.literal('SEND_EMAIL'), settings: sendEmailSettings }),
    z.strictObject({ ...common, type: z.literal('CALL_WEBHOOK'), settings: callWebhookSettings }),
    z.strictObject({ ...common, type: z.literal('EMIT_EVENT'), settings: emitEventSettings }),
    z.strictObject({ ...common, type: z.literal('EXECUTE_FUNCTION'), settings: executeFunctionSettings }),
    z.strictObject({ ...common, type: z.literal('EXTERNAL'), settings: externalSettings }),
  ]),
  z.strictObject({ ...common, type: pluginType, settings: pluginSettings }),
]);
export type Activity = z.infer<typeof activitySchema>;
