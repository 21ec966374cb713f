import { z } from 'zod';
import { itemStatusSchema, jobStatusSchema, orderSchema } from '@/lib/bulk-jobs/schema';
import { relativeSchema } from '@/lib/instances/relatives-schema';
import { eventSchema } from '@/lib/instances/schema';
import { mailDeliverySchema } from '@/lib/notifications/schema';
import { anyJsonSchema, instantSchema, jsonObjectSchema } from '@/lib/people/schema';
import { leftStates } from './schema';

/** What has become of a signal: a step took it, it is kept for one that will wait, or its time to live is over. */
export const signalStates = ['consumed', 'kept', 'expired'] as const;

/** A signal that has come for an instance. */
export const signalRowSchema = z.object({
  /** The sender's: the same id again changes nothing. */
  id: z.string(),
  name: z.string(),
  payload: jsonObjectSchema,
  /** The correlation key to which it was sent; null where it was sent to the instance or its subject. */
  correlation: z.string().nullable(),
  sender: z.string().nullable(),
  state: z.enum(signalStates),
  receivedAt: instantSchema,
  expiresAt: instantSchema,
  consumedAt: instantSchema.nullable(),
  /** Key of the step that took it. */
  consumedIn: z.string().nullable(),
  /** How often it came again by the webhook that brought it; null where it came in another way. */
  repeats: z.number().nullable(),
});
export type SignalRow = z.infer<typeof signalRowSchema>;

/** An event that a sink has not got yet. */
export const undeliveredSchema = z.object({
  id: z.string(),
  sink: z.string(),
  sequence: z.number(),
  type: z.string(),
  attempts: z.number(),
  error: z.string().nullable(),
  nextAttemptAt: instantSchema,
  /** When it was given up; null while it is tried. */
  deadAt: instantSchema.nullable(),
});

/** What came from outside and what went out. */
export const messagesSchema = z.object({
  /** The newest first. */
  signals: z.array(signalRowSchema),
  /** Mails to people, the newest first, with the title of the task that each is about. */
  mails: z.array(mailDeliverySchema.extend({ title: z.string().nullable() })),
  /** Active sinks of the tenant: each event of the instance goes to those that want it. */
  sinks: z.array(z.string()),
  undelivered: z.array(undeliveredSchema),
});
export type Messages = z.infer<typeof messagesSchema>;

/** What a bulk job did to this instance. */
export const jobPartSchema = z.object({
  job: z.string(),
  order: orderSchema,
  jobStatus: jobStatusSchema,
  status: itemStatusSchema,
  code: z.string().nullable(),
  message: z.string().nullable(),
  reason: z.string(),
  by: z.string(),
  createdAt: instantSchema,
  workedAt: instantSchema.nullable(),
});
export type JobPart = z.infer<typeof jobPartSchema>;

/** What staff have done to an instance, alone or with others. */
export const operationsSchema = z.object({
  jobs: z.array(jobPartSchema),
  /** The events of staff, in their order. */
  events: z.array(eventSchema),
  /** What changed nothing in it, and is on record all the same: exports of evidence, mails sent again. The newest first. */
  audit: z.array(
    z.object({
      at: instantSchema,
      by: z.string(),
      action: z.string(),
      /** Instances around it that an erasure was to reach as well, and that kept their data. */
      left: z.array(z.object({ instance: relativeSchema, state: z.enum(leftStates) })),
    }),
  ),
});
export type Operations = z.infer<typeof operationsSchema>;

/** One value of the context that changed. */
export const dataChangeSchema = z.object({
  sequence: z.number(),
  at: instantSchema,
  /** What changed it: an event type. */
  type: z.string(),
  /** Key of the stay or the execution that wrote it; null where a person did. */
  key: z.string().nullable(),
  by: z.object({ type: z.string(), name: z.string() }),
  reason: z.string().nullable(),
  /** Dotted. */
  path: z.string(),
  /** Null also where there was nothing. */
  before: anyJsonSchema,
  after: anyJsonSchema,
});
export type DataChange = z.infer<typeof dataChangeSchema>;
