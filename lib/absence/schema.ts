import { z } from 'zod';
import { keySchema } from '@/lib/engine/definition/primitives';
import { pageQuerySchema } from '@/lib/http/page';
import { emailSchema, instantSchema, personRefSchema } from '@/lib/people/schema';

const instantInSchema = z.iso.datetime({ offset: true, error: 'write an instant like 2026-01-31T00:00:00Z' });

/** Limits of what comes in; each refusal names its limit. */
export const limits = { noteCharacters: 1000, processes: 50 } as const;

/** An absence with a deputy. */
export const createAbsenceSchema = z.strictObject({
  /** Address of who is away; the caller where it is left out. Somebody else takes the permission people.manage. */
  person: emailSchema.optional(),
  /** Address of who acts for them. */
  deputy: emailSchema,
  /** Now where it is left out. */
  startsAt: instantInSchema.optional(),
  /** Up to, and not including. */
  endsAt: instantInSchema,
  /** Keys of the processes in which the deputy acts; none named: all. */
  processes: z.array(keySchema).max(limits.processes).default([]),
  /** The most that a task may be about; null or left out: any amount, and tasks that are about none. */
  mostAmount: z.number().min(0).nullish(),
  note: z
    .string()
    .trim()
    .min(1)
    .max(limits.noteCharacters, `a note has at most ${limits.noteCharacters} characters`)
    .nullish(),
});
export type CreateAbsence = z.input<typeof createAbsenceSchema>;

/** `mine`: my own · `for_me`: those in which I am the deputy · `all`: everybody’s (takes people.manage). */
export const absenceViews = ['mine', 'for_me', 'all'] as const;
export const absenceFiltersSchema = pageQuerySchema.extend({
  view: z.enum(absenceViews).default('mine'),
  /** Address of who is away; with `all`. */
  person: emailSchema.optional(),
  /** Those that are over or were recalled too. */
  past: z.stringbool().or(z.boolean()).default(false),
});
export type AbsenceFilters = z.input<typeof absenceFiltersSchema>;

/** `planned` has not begun, `active` goes on, `over` has ended, `recalled` was ended before its time. */
export const absenceStates = ['planned', 'active', 'over', 'recalled'] as const;

export const absenceSchema = z.object({
  id: z.string(),
  person: personRefSchema,
  deputy: personRefSchema,
  startsAt: instantSchema,
  endsAt: instantSchema,
  state: z.enum(absenceStates),
  processes: z.array(z.object({ key: z.string(), name: z.string() })),
  mostAmount: z.number().nullable(),
  note: z.string().nullable(),
  /** Who entered it. */
  createdBy: z.string(),
  createdAt: instantSchema,
  recalledAt: instantSchema.nullable(),
  /** True where the deputy is away themselves now, and those who stand in for them act. */
  deputyAway: z.boolean(),
});
export type AbsenceRow = z.infer<typeof absenceSchema>;

/** Somebody for whom the caller stands in now. */
export const principalSchema = personRefSchema.extend({
  absence: z.string(),
  until: instantSchema,
  processes: z.array(z.string()),
  mostAmount: z.number().nullable(),
  roles: z.array(z.string()),
  /** Deputies in between who are away themselves. */
  through: z.array(z.string()),
});

/** A decision that somebody made on the caller's behalf. */
export const decidedForMeSchema = z.object({
  taskId: z.string(),
  instanceId: z.string(),
  title: z.string(),
  outcomeName: z.string(),
  reason: z.string().nullable(),
  by: z.string(),
  at: instantSchema,
});
export type DecidedForMe = z.infer<typeof decidedForMeSchema>;
