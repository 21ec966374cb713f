import { z } from 'zod';
import { nameSchema } from '@/lib/engine/definition/primitives';
import { pageQuerySchema } from '@/lib/http/page';
import { instantSchema } from '@/lib/people/schema';

const url = z
  .url({
    protocol: /^(https?|nats|tls)$/,
    error: 'write an address: https://example.com/events, or nats://broker.example.com:4222',
  })
  .max(2_000)
  .refine((text) => !/^\w+:\/\/[^/?#]*@/.test(text), 'leave name and password out of the address');
const types = z
  .array(z.string().min(1).max(200))
  .max(100)
  .describe('Types of CloudEvents, such as interlock.workflow_*; `*` at the end stands for anything.');

const subject = z
  .string()
  .max(200)
  .regex(/^[\w-]+(\.[\w-]+)*$/, 'write names with dots between them: orders.events')
  .describe('Of a NATS sink: what the subjects of its messages begin with; `events` where nothing is said.');

/** Whether an address is one of NATS, and not of a webhook. */
export function isNats(address: string): boolean {
  return /^(nats|tls):/.test(address);
}

/** A sink to be made. Without types it hears of everything. */
export const createSinkSchema = z
  .strictObject({ name: nameSchema, url, subject: subject.optional(), types: types.default([]) })
  .refine(({ url: address, subject: named }) => named === undefined || isNats(address), {
    path: ['subject'],
    error: 'only a sink of NATS has a subject',
  });
export type CreateSink = z.input<typeof createSinkSchema>;

/** What is set of a sink; what is left out stays as it is. */
export const putSinkSchema = z.strictObject({
  name: nameSchema.optional(),
  url: url.optional(),
  subject: subject.optional(),
  types: types.optional(),
  /** False: it gets nothing; what it has not got yet waits until it is active again. */
  active: z.boolean().optional(),
});
export type PutSink = z.input<typeof putSinkSchema>;

export const sinkSchema = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  /** Of a NATS sink: what the subjects of its messages begin with. Null for a webhook. */
  subject: z.string().nullable(),
  types: z.array(z.string()),
  active: z.boolean(),
  createdAt: instantSchema,
});
export type SinkRow = z.infer<typeof sinkSchema>;

/** A new sink with the key that signs what it gets (Standard Webhooks); it is shown this once. */
export const createdSinkSchema = sinkSchema.extend({ signingKey: z.string() });
export type CreatedSink = z.infer<typeof createdSinkSchema>;

export const deliveryFiltersSchema = pageQuerySchema.extend({
  state: z.enum(['dead', 'pending']).default('dead'),
});
export type DeliveryFilters = z.input<typeof deliveryFiltersSchema>;

/** An event that a sink has not got. */
export const deliverySchema = z.object({
  id: z.string(),
  sink: z.string(),
  instance: z.string(),
  sequence: z.number(),
  type: z.string().describe('The type of the CloudEvent.'),
  /** Tries that failed. */
  attempts: z.number(),
  error: z.string().nullable(),
  nextAttemptAt: instantSchema,
  deadAt: instantSchema.nullable(),
});
export type DeliveryRow = z.infer<typeof deliverySchema>;

export const resentSchema = z.object({ resent: z.number() });
export type Resent = z.infer<typeof resentSchema>;

export const signingKeySchema = z.object({ signingKey: z.string() });
export type SigningKey = z.infer<typeof signingKeySchema>;
