import { z } from 'zod';
import { durationSchema } from '@/lib/engine/definition/primitives';
import { becauseSchema } from '@/lib/instances/schema';
import { instantSchema } from '@/lib/people/schema';
import { atDeadlineSchema } from './at-deadline-schema';

/** What a deadline was computed from; what is null played no part. */
export const derivationSchema = z.object({
  /** The ISO 8601 or business duration. */
  duration: z.string().nullable(),
  from: instantSchema.nullable(),
  timeZone: z.string(),
  calendar: z.object({ key: z.string(), name: z.string(), version: z.int() }).nullable(),
  skipped: z.array(z.object({ date: z.string(), name: z.string() })),
  /** Somebody set the instant itself. */
  given: z.boolean(),
});
export type Derivation = z.infer<typeof derivationSchema>;

/** One rung of a deadline's ladder, in the order of their instants. */
export const rungRowSchema = z.object({
  /** The key of its timer. */
  timer: z.string(),
  rung: z.string(),
  /** Offset from the deadline, as the definition has it. */
  offset: z.string(),
  /** When it acted; null while it is to come. */
  actedAt: instantSchema.nullable(),
  ...atDeadlineSchema.shape,
});
export type RungRow = z.infer<typeof rungRowSchema>;

/** The deadline of a step that an instance is in now. */
export const deadlineSchema = z.object({
  /** Key of the stay, which is what a change names. */
  stay: z.string(),
  stepName: z.string(),
  /** Its task; null for a wait. */
  task: z.object({ id: z.string(), title: z.string() }).nullable(),
  since: instantSchema,
  dueAt: instantSchema,
  derivation: derivationSchema,
  rungs: z.array(rungRowSchema),
  /** Who last moved it, when and why; null where it is as it was computed. */
  changed: z
    .object({
      by: z.string(),
      at: instantSchema,
      reason: z.string().nullable(),
      before: instantSchema.nullable(),
    })
    .nullable(),
});
export type DeadlineRow = z.infer<typeof deadlineSchema>;

/** The deadlines of an instance, and whether the actor may move them. */
export const deadlinesSchema = z.object({ items: z.array(deadlineSchema), changeable: z.boolean() });
export type Deadlines = z.infer<typeof deadlinesSchema>;

/** A change: the instant, or how long from now. */
export const changeDeadlineSchema = becauseSchema.extend({
  stay: z.string().min(1).max(300),
  to: z.union([
    z.strictObject({
      at: z.iso.datetime({ offset: true, error: 'write an instant like 2026-03-02T17:00:00Z' }),
    }),
    z.strictObject({ in: durationSchema }),
  ]),
});
export type ChangeDeadline = z.input<typeof changeDeadlineSchema>;
