import { z } from 'zod';
import { cancelModes } from '@/lib/engine/decide/contract';
import { waitReasons } from '@/lib/engine/lifecycle';
import { jsonObjectSchema } from '@/lib/people/schema';

/**
 * Orders of the list. `age`: longest in its present step first, live ones only; `deadline`: what is due first, only those that are
 * due at some time; `closed`: what ended last, only those that have.
 */
export const instanceSorts = ['newest', 'oldest', 'age', 'deadline', 'closed'] as const;
export type InstanceSort = (typeof instanceSorts)[number];
export const sortSchema = z.enum(instanceSorts).default('newest');

/** By when something is due: past, within 24 hours, at some time, or never by itself. */
export const deadlineFilters = ['overdue', 'today', 'some', 'none'] as const;
export type DeadlineFilter = (typeof deadlineFilters)[number];

/** An age in whole days, hours and minutes, as ISO 8601: `P3D`, `PT4H`, `P1DT12H`. */
export const ageSchema = z
  .string()
  .regex(/^P(?=\d|T\d)(\d{1,5}D)?(T(?=\d)(\d{1,6}H)?(\d{1,8}M)?)?$/u, 'an age is written as P3D or PT4H');

/** Filters of where and since when, besides those by what an instance is. */
export const placeFilters = {
  version: z.coerce.number().int().min(1).max(1_000_000).optional(),
  waitingFor: z.enum(waitReasons).optional(),
  /** At least this long in its present step. */
  minAge: ageSchema.optional(),
  /** Less than this long in it. */
  maxAge: ageSchema.optional(),
  deadline: z.enum(deadlineFilters).optional(),
  /** The group of incidents that the open one belongs to. */
  cause: z.guid().optional(),
} as const;

const countSchema = z.number();

/** Ages by which live instances are counted, in hours: from one to the next, the last without an end. */
export const ageHours = [0, 1, 4, 24, 72, 168] as const;

/** Counts of live instances (docs/support.md). `ages` follow `ageHours`. */
export const boardSchema = z.object({
  takenAt: z.string(),
  took: countSchema.describe('How long counting took, in milliseconds.'),
  steps: z.array(
    z.object({
      definition: z.string(),
      definitionName: z.string(),
      version: z.number(),
      step: z.string(),
      stepName: z.string(),
      status: z.string(),
      ages: z.array(countSchema),
      oldestAt: z.string(),
      oldestId: z.string(),
      overdue: countSchema,
      undated: countSchema,
    }),
  ),
  statuses: z.array(z.object({ definition: z.string(), status: z.string(), count: countSchema })),
  totals: z.object({
    live: countSchema,
    attention: countSchema,
    overdue: countSchema,
    undated: countSchema,
    failed: countSchema,
    compensationFailed: countSchema,
    paused: countSchema,
  }),
  trend: z.array(
    z.object({
      at: z.string(),
      totals: z.object({ live: countSchema, attention: countSchema, overdue: countSchema }),
    }),
  ),
});
export type Board = z.infer<typeof boardSchema>;

/** What one may ask of the incidents: open causes, the snoozed ones too, or only one's own. */
export const incidentFiltersSchema = z.object({
  definition: z.string().max(64).optional(),
  step: z.string().max(64).optional(),
  version: z.coerce.number().int().min(1).optional(),
  owner: z.enum(['me', 'nobody']).optional(),
  snoozed: z.enum(['with', 'without']).default('without'),
});
export type IncidentFilters = z.input<typeof incidentFiltersSchema>;

/** Incidents of one cause: the same words at the same step of the same process. */
export const incidentGroupSchema = z.object({
  id: z.string(),
  definition: z.string(),
  definitionName: z.string(),
  step: z.string().nullable(),
  stepName: z.string().nullable(),
  code: z.string(),
  /** The words that its messages have in common; what differs is left out (…). */
  cause: z.string(),
  /** The message of the newest one. */
  message: z.string(),
  open: countSchema,
  versions: z.array(z.number()),
  firstAt: z.string(),
  lastAt: z.string(),
  /** When the oldest open one was opened. */
  oldestAt: z.string(),
  /** Incidents of the cause by day, the last 14 days with today. */
  trend: z.array(countSchema),
  /** Instances of the cause that went on after a repair, since its last incident. */
  recovered: countSchema,
  /** Several went on since the last incident, and none has failed again. */
  likelyFixed: z.boolean(),
  owner: z.object({ id: z.string(), name: z.string() }).nullable(),
  note: z.string().nullable(),
  snoozedUntil: z.string().nullable(),
});
export type IncidentGroup = z.infer<typeof incidentGroupSchema>;

export const putIncidentGroupSchema = z.strictObject({
  /** Who looks after it: oneself, or nobody. */
  owner: z.enum(['me', 'nobody']).optional(),
  note: z.string().trim().max(2000, 'a note has at most 2000 characters').nullable().optional(),
  snoozedUntil: z.iso.datetime({ offset: true }).nullable().optional(),
});
export type PutIncidentGroup = z.input<typeof putIncidentGroupSchema>;

const actSchema = z.object({
  name: z.string(),
  type: z.string(),
  stepName: z.string(),
  /** It undoes what another activity did. */
  undoes: z.boolean(),
});

/** What an action would do at this moment, as far as nobody outside has to answer. */
export const consequencesSchema = z.object({
  /** The status afterwards; null where it stays. */
  status: z.string().nullable(),
  /** The step afterwards; null where it stays. */
  stepName: z.string().nullable(),
  /** Names of the data that change. */
  data: z.array(z.string()),
  tasksOpened: z.array(z.string()),
  tasksCancelled: z.array(z.string()),
  /** Activities that run next: calls that are made, mails that are sent. */
  begins: z.array(actSchema),
  cancels: z.array(actSchema),
  /** Sub-processes that are ended too. */
  children: z.number(),
  timersStopped: z.number(),
});
export type Consequences = z.infer<typeof consequencesSchema>;

/** An action that is asked about, not done: as its command takes it, the reason left out. */
export const previewSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('cancel'), mode: z.enum(cancelModes).default('immediate') }),
  z.strictObject({ action: z.literal('pause') }),
  z.strictObject({ action: z.literal('resume') }),
  z.strictObject({ action: z.literal('retry'), context: jsonObjectSchema.optional() }),
  z.strictObject({ action: z.literal('skip'), execution: z.string().max(300).optional() }),
  z.strictObject({
    action: z.literal('move'),
    transition: z.string().max(64),
    stay: z.string().max(300).optional(),
  }),
  z.strictObject({ action: z.literal('edit'), context: jsonObjectSchema }),
  z.strictObject({ action: z.literal('run_timer'), timer: z.string().max(300) }),
]);
export type PreviewAction = z.input<typeof previewSchema>;

/** Actions that a person may or may not do now, and why not: the refusal that the command would answer. */
export const availabilitySchema = z.object({
  action: z.enum(['cancel', 'pause', 'resume', 'retry', 'skip', 'edit', 'move', 'erase']),
  /** Null: it may be done. */
  refusal: z
    .object({
      code: z.string(),
      message: z.string(),
      permission: z.string().optional().describe('With the code `forbidden`: what it takes.'),
    })
    .nullable(),
});
export type Availability = z.infer<typeof availabilitySchema>;

/** Why an instance that an erasure was to reach as well keeps its data. */
export const leftStates = ['live', 'unread', 'refused'] as const;
export type LeftState = (typeof leftStates)[number];
