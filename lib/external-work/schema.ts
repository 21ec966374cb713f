import { z } from 'zod';
import { keySchema } from '@/lib/engine/definition/primitives';
import { anyJsonSchema, instantSchema, jsonObjectSchema } from '@/lib/people/schema';

const workerId = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .describe('Who works; chosen by the worker, shown in history.');
const lockSeconds = z.int().min(5).max(3_600).default(60).describe('How long the lease lasts, in seconds.');

export const fetchSchema = z.strictObject({
  workerId,
  topics: z.array(keySchema).min(1).max(50),
  max: z.int().min(1).max(50).default(1).describe('The most that is handed out.'),
  lockSeconds,
  waitSeconds: z
    .number()
    .min(0)
    .max(30)
    .default(0)
    .describe('How long to wait for work when there is none, in seconds.'),
});
export type FetchWork = z.input<typeof fetchSchema>;

/** Names an attempt, and proves that it is the caller's. */
const held = {
  workerId,
  instance: z.string(),
  execution: z.string().min(1).max(500),
  leaseToken: z.string().min(1).max(100),
};

export const extendSchema = z.strictObject({ ...held, lockSeconds });
export type ExtendWork = z.input<typeof extendSchema>;

export const completeSchema = z.strictObject({
  ...held,
  result: anyJsonSchema.default(null).describe('What the output mapping sees as `result`.'),
});
export type CompleteWork = z.input<typeof completeSchema>;

export const failSchema = z.strictObject({
  ...held,
  error: z.strictObject({
    code: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,63}$/, 'write a code like card_declined')
      .describe('Stable; `error` transitions and `stopOn` name it.'),
    message: z.string().trim().min(1).max(2_000).describe('For people, who act on it; no secret in it.'),
    retryable: z.boolean().default(true).describe('False where another try cannot help.'),
    retryAfterSeconds: z.number().min(0).max(86_400).optional(),
  }),
});
export type FailWork = z.input<typeof failSchema>;

export const workSchema = z.object({
  instance: z.string(),
  execution: z.string(),
  definition: z.string(),
  topic: z.string(),
  input: jsonObjectSchema,
  leaseToken: z.string(),
  idempotencyKey: z.string().describe('The same for every attempt of the execution.'),
  attempt: z.number(),
  expiresAt: instantSchema,
});
export const fetchedSchema = z.object({ items: z.array(workSchema) });
export type Fetched = z.infer<typeof fetchedSchema>;

export const extendedSchema = z.object({ expiresAt: instantSchema });
export type Extended = z.infer<typeof extendedSchema>;

/** What became of the instance by a result. */
export const reportedSchema = z.object({ instance: z.string(), status: z.string(), version: z.number() });
export type Reported = z.infer<typeof reportedSchema>;
