import { z } from 'zod';
import { keySchema, nameSchema } from '@/lib/engine/definition/primitives';
import { instantSchema } from '@/lib/people/schema';

/** The highest capacity of a resource. */
const most = 10_000;

/** A resource as an administrator writes it. */
export const putResourceSchema = z
  .strictObject({
    title: nameSchema,
    /** Attempts that run at the same moment; 0 stops all of them. */
    atOnce: z.int().min(0).max(most, `write at most ${most}`).nullish(),
    /** Attempts that begin in one second; two decimals. */
    perSecond: z
      .number()
      .min(0.01, 'write 0.01 or more')
      .max(most, `write at most ${most}`)
      .refine(
        (rate) => Math.abs(rate * 100 - Math.round(rate * 100)) < 1e-6,
        'write no more than two decimals',
      )
      .nullish(),
    /** Key of the operator's capacity that all tenants together keep to. */
    shared: keySchema.nullish(),
  })
  .refine(({ atOnce, perSecond, shared }) => (atOnce ?? perSecond ?? shared ?? null) !== null, {
    message:
      'say how many attempts at once or per second there may be, or which shared capacity they keep to',
    path: ['atOnce'],
  });
export type PutResource = z.input<typeof putResourceSchema>;

/** A capacity of the operator's, in which resources may take part. */
export const sharedResourceSchema = z.object({
  key: keySchema,
  title: z.string(),
  atOnce: z.int().nullable(),
  perSecond: z.number().nullable(),
});
export type SharedResource = z.infer<typeof sharedResourceSchema>;

/** A resource, and how busy it is now. */
export const resourceRowSchema = z.object({
  key: keySchema,
  title: z.string(),
  atOnce: z.int().nullable(),
  perSecond: z.number().nullable(),
  shared: sharedResourceSchema.nullable(),
  revision: z.int(),
  changedAt: instantSchema,
  changedBy: z.string(),
  /** Attempts that have a place now. */
  running: z.int(),
  /** Attempts that wait for room. */
  waiting: z.int(),
  /** Since when the one that has waited longest does. */
  waitingSince: instantSchema.nullable(),
});
export type ResourceRow = z.infer<typeof resourceRowSchema>;

/** An attempt that has a place at a resource or waits for one. */
const requestSchema = z.object({
  instance: z.uuid(),
  subject: z.string(),
  definition: z.string(),
  execution: z.string(),
  state: z.enum(['running', 'granted', 'waiting', 'unasked']),
  since: instantSchema,
  /** When its next attempt may begin; null where that may be at once. */
  notBefore: instantSchema.nullable(),
});

/** A resource, and who has its places and waits for them: the first hundred of each. */
export const resourceDetailSchema = resourceRowSchema.extend({ requests: z.array(requestSchema) });
export type ResourceDetail = z.infer<typeof resourceDetailSchema>;
