import { z } from 'zod';
import { keySchema } from '@/lib/engine/definition/primitives';
import { pageQuerySchema } from '@/lib/http/page';
import { limits as instanceLimits, positionSchema } from '@/lib/instances/schema';
import { instantSchema, jsonObjectSchema } from '@/lib/people/schema';

/** Limits of what comes in; each refusal names its limit. */
export const limits = {
  /** Bytes of a payload as JSON. */
  payloadBytes: 256 * 1024,
  idCharacters: 200,
  /** Signals that are kept for one instance to be. */
  keptSignals: 100,
  /** Seconds that a signal can be kept. */
  keepSeconds: 366 * 24 * 3600,
} as const;

const week = 7 * 24 * 3600;

const outsideIdSchema = z
  .string()
  .trim()
  .min(1, 'this may not be empty')
  .max(limits.idCharacters, `this has at most ${limits.idCharacters} characters`);

/** A signal to one instance. */
export const signalSchema = z.strictObject({
  name: keySchema,
  payload: jsonObjectSchema.default({}),
  /** The sender's own id: the same one again is the same signal. One is drawn where none is given. */
  id: outsideIdSchema.optional(),
  /** How long it waits for a step that has not been reached; a week where nothing is said. */
  keepSeconds: z.int().min(1).max(limits.keepSeconds).default(week),
});
export type SendSignal = z.input<typeof signalSchema>;

/** A signal to the live instance of a definition about a subject, or with a correlation key. */
export const correlatedSignalSchema = signalSchema
  .extend({
    definition: keySchema,
    subject: z.strictObject({ id: outsideIdSchema.max(instanceLimits.subjectCharacters) }).optional(),
    correlationKey: outsideIdSchema.optional(),
  })
  .refine(({ subject, correlationKey }) => (subject === undefined) !== (correlationKey === undefined), {
    path: ['subject'],
    message: 'name the instance by its subject or by its correlation key, one of the two',
  });
export type SendCorrelatedSignal = z.input<typeof correlatedSignalSchema>;

/**
 * `known`: it had come before. `consumed`: a step has taken it; otherwise it waits in its instance for one. `kept`: there is no
 * such instance yet, and it is kept for the one that will be started; `instance` is null then.
 */
export const sentSignalSchema = z.object({
  id: z.string(),
  known: z.boolean(),
  consumed: z.boolean(),
  kept: z.boolean(),
  instance: positionSchema.nullable(),
});
export type SentSignal = z.infer<typeof sentSignalSchema>;

export const keptFiltersSchema = pageQuerySchema.extend({
  definition: z.string().max(64).optional(),
  /** Those that wait, those that an instance got, those whose time ran out. */
  state: z.enum(['waiting', 'handed_over', 'expired']).default('waiting'),
});
export type KeptFilters = z.input<typeof keptFiltersSchema>;

/** A signal that came before its instance. */
export const keptSignalSchema = z.object({
  key: z.string().describe('Where it stands in the list.'),
  id: z.string().describe('The sender’s id.'),
  name: z.string(),
  definition: z.string(),
  subject: z.string().nullable(),
  correlationKey: z.string().nullable(),
  payload: jsonObjectSchema,
  from: z.string().describe('Who sent it.'),
  receivedAt: instantSchema,
  expiresAt: instantSchema,
  instance: z.string().nullable().describe('The instance that got it.'),
});
export type KeptSignalRow = z.infer<typeof keptSignalSchema>;
