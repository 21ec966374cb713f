import { z } from 'zod';
import { pageQuerySchema } from '@/lib/http/page';
import {
  instanceFiltersSchema,
  limits as instanceLimits,
  reasonSchema,
  statusSchema,
} from '@/lib/instances/schema';
import { cancelModeSchema } from '@/lib/instances/saga-schema';
import { emailSchema, instantSchema, jsonObjectSchema } from '@/lib/people/schema';
import { keySchema } from '@/lib/engine/definition/primitives';

/** Limits of what comes in; each refusal names its limit. */
export const limits = {
  /** Instances of one job. */
  instances: 20_000,
  perMinute: 6_000,
  payloadBytes: 256 * 1024,
  reasonCharacters: instanceLimits.reasonCharacters,
} as const;

/** What a job does to each of its instances, and the settings that it takes. */
export const orderSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('cancel'), mode: cancelModeSchema.default('immediate') }),
  z.strictObject({ action: z.literal('pause') }),
  z.strictObject({ action: z.literal('resume') }),
  z.strictObject({ action: z.literal('retry') }),
  z.strictObject({ action: z.literal('skip') }),
  z.strictObject({
    action: z.literal('signal'),
    name: keySchema,
    payload: jsonObjectSchema.default({}),
  }),
  z.strictObject({
    action: z.literal('reassign'),
    to: emailSchema
      .nullable()
      .describe('The new assignee of the open tasks; null gives them back to all who may decide them.'),
  }),
  z.strictObject({ action: z.literal('resend') }),
  z.strictObject({ action: z.literal('migrate'), plan: z.uuid().describe('Id of a migration plan.') }),
]);
export type Order = z.output<typeof orderSchema>;

export const actionSchema = z.enum([
  'cancel',
  'pause',
  'resume',
  'retry',
  'skip',
  'signal',
  'reassign',
  'resend',
  'migrate',
]);
export type BulkAction = z.infer<typeof actionSchema>;

/** Instances that were ticked, or all that a filter of the list finds at this moment. */
export const selectionSchema = z.union([
  z.strictObject({
    ids: z
      .array(z.uuid())
      .min(1, 'choose at least one instance')
      .max(limits.instances, `a job has at most ${limits.instances} instances`),
  }),
  z.strictObject({ filter: instanceFiltersSchema }),
]);
export type Selection = z.input<typeof selectionSchema>;

const count = (most: number) => z.int().min(1).max(most).nullish();

/** A job to be prepared: its list is frozen now, and nothing happens before it is started. */
export const prepareSchema = z.strictObject({
  order: orderSchema,
  selection: selectionSchema,
  reason: reasonSchema,
  /** Instances begun in a minute; as fast as they go where nothing is said. */
  perMinute: count(limits.perMinute),
  /** It pauses after so many failures. */
  stopAfter: count(limits.instances),
  /** It pauses after the first so many, until somebody goes on. */
  canary: count(limits.instances),
});
export type PrepareJob = z.input<typeof prepareSchema>;

export const jobStatusSchema = z.enum(['prepared', 'running', 'paused', 'done', 'cancelled']);
export const itemStatusSchema = z.enum([
  'pending',
  'running',
  'started',
  'done',
  'refused',
  'failed',
  'cancelled',
]);

const countsSchema = z.object({
  pending: z.number(),
  /** Under way, those whose outcome is watched among them. */
  running: z.number(),
  done: z.number(),
  refused: z.number(),
  failed: z.number(),
  cancelled: z.number(),
});

export const jobSchema = z.object({
  id: z.string(),
  order: orderSchema,
  reason: z.string(),
  /** `ids` when the instances were ticked; else the filter that found them. */
  selection: jsonObjectSchema,
  total: z.number(),
  counts: countsSchema,
  perMinute: z.number().nullable(),
  stopAfter: z.number().nullable(),
  canary: z.number().nullable(),
  status: jobStatusSchema,
  pausedBecause: z.enum(['person', 'canary', 'failures', 'rights']).nullable(),
  createdBy: z.object({ id: z.string(), name: z.string() }),
  createdAt: instantSchema,
  startedAt: instantSchema.nullable(),
  closedAt: instantSchema.nullable(),
});
export type JobRow = z.infer<typeof jobSchema>;

/** What the list holds at this moment, by status, and whether the action means anything there. */
export const previewRowSchema = z.object({
  /** Null: the instance is in the archive. */
  status: statusSchema.nullable(),
  count: z.number(),
  fits: z.boolean(),
});
export type PreviewRow = z.infer<typeof previewRowSchema>;

export const jobDetailSchema = jobSchema.extend({
  /** Only of a prepared job. */
  preview: z.array(previewRowSchema),
});
export type JobDetail = z.infer<typeof jobDetailSchema>;

export const jobsQuerySchema = pageQuerySchema.extend({ status: jobStatusSchema.optional() });
export const itemsQuerySchema = pageQuerySchema.extend({ status: itemStatusSchema.optional() });
export type ItemsQuery = z.input<typeof itemsQuerySchema>;

/** What became of one instance. */
export const itemSchema = z.object({
  position: z.number(),
  instance: z.object({
    id: z.string(),
    /** Null when it is in the archive. */
    subject: z.string().nullable(),
    definition: z.string().nullable(),
    /** As its version calls it. */
    definitionName: z.string().nullable(),
    status: statusSchema.nullable(),
  }),
  status: itemStatusSchema,
  attempt: z.number(),
  /** Code of the refusal or the error. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  workedAt: instantSchema.nullable(),
});
export type ItemRow = z.infer<typeof itemSchema>;
