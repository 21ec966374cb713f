import { z } from 'zod';
import { atDeadlineSchema } from '@/lib/deadlines/at-deadline-schema';
import { keySchema } from '@/lib/engine/definition/primitives';
import type { InstanceStatus } from '@/lib/engine/lifecycle';
import { instanceMoves, waitReasons } from '@/lib/engine/lifecycle';
import {
  anyJsonSchema,
  instantSchema,
  jsonObjectSchema,
  personRefSchema,
  roleRefSchema,
} from '@/lib/people/schema';
import { drawingSchema } from './drawing-schema';
import { placeFilters, sortSchema } from '@/lib/support/schema';
import { executionSchema } from './execution-schema';
import { childSchema, relativeSchema } from './relatives-schema';
import { cancelModeSchema, endingSchema, ledgerEntrySchema, offeredSchema } from './saga-schema';
import { receivedSignalSchema, timerSchema } from './timers';

const statuses = Object.keys(instanceMoves) as [InstanceStatus, ...InstanceStatus[]];

export const statusSchema = z.enum(statuses);

/** Limits of what comes in; each refusal names its limit. */
export const limits = {
  /** Bytes of a start's input as JSON. */
  inputBytes: 256 * 1024,
  /** Bytes of a context that support edits. */
  contextBytes: 1024 * 1024,
  subjectCharacters: 200,
  reasonCharacters: 10_000,
} as const;

export const reasonSchema = z
  .string({ error: 'say why' })
  .trim()
  .min(1, 'say why')
  .max(limits.reasonCharacters, `a reason has at most ${limits.reasonCharacters} characters`);

const outsideIdSchema = z
  .string()
  .trim()
  .min(1, 'this may not be empty')
  .max(limits.subjectCharacters, `this has at most ${limits.subjectCharacters} characters`);

/** A start. The input is checked against the definition's own schema. */
export const startSchema = z.strictObject({
  definition: keySchema,
  subject: z.strictObject({ id: outsideIdSchema }),
  input: jsonObjectSchema.default({}),
  correlationKey: outsideIdSchema.nullish(),
});
export type StartInstance = z.input<typeof startSchema>;

/** Fields of a repair that only needs a reason: pause, resume. */
export const becauseSchema = z.strictObject({ reason: reasonSchema });
export const cancelSchema = becauseSchema.extend({ mode: cancelModeSchema.default('immediate') });
export type CancelInstance = z.input<typeof cancelSchema>;
export const retrySchema = becauseSchema.extend({ context: jsonObjectSchema.optional() });
export type RetryInstance = z.input<typeof retrySchema>;
/** `input` takes the place of the old one's. */
export const reopenSchema = becauseSchema.extend({ input: jsonObjectSchema.optional() });
export type ReopenInstance = z.input<typeof reopenSchema>;
/** `execution` may be left out when one activity alone has failed. */
export const skipSchema = becauseSchema.extend({ execution: z.string().max(300).optional() });
export type SkipActivity = z.input<typeof skipSchema>;

const oneOrMore = <T extends z.ZodType>(item: T) =>
  z.union([z.array(item), item.transform((one) => [one])]).optional();

/** Filters of the list; `status` may come several times. */
export const instanceFiltersSchema = z.object({
  definition: z.string().max(64).optional(),
  status: oneOrMore(statusSchema),
  state: z.string().max(64).optional(),
  /** `me`, or an e-mail address. */
  requester: z.string().max(254).optional(),
  /** The subject's id, exactly. */
  subject: z.string().max(200).optional(),
  /** A search (docs/support.md): words, `field:value`, comparisons, OR, NOT, quotes; or the id of an instance. */
  q: z.string().trim().max(500).optional(),
  ...placeFilters,
});
export type InstanceFilters = z.input<typeof instanceFiltersSchema>;

/** The filters and the order of a list. */
export const instanceListSchema = instanceFiltersSchema.extend({ sort: sortSchema });
export type InstanceListQuery = z.input<typeof instanceListSchema>;

export const factSchema = z.object({
  label: z.string(),
  value: anyJsonSchema,
  format: z.enum(['text', 'money', 'number', 'date', 'datetime']).optional(),
  currency: z.string().optional(),
});
export type FactValue = z.infer<typeof factSchema>;

const subjectSchema = z.object({ type: z.string(), id: z.string() });
const definitionRefSchema = z.object({ key: z.string(), name: z.string(), version: z.number() });

/** Where an instance is, in every answer of the API that has moved one. */
export const positionSchema = z.object({
  id: z.string(),
  status: statusSchema,
  state: z.string().nullable(),
  version: z.number(),
});
export type Position = z.infer<typeof positionSchema>;

export const openTaskSchema = z.object({ id: z.string(), step: z.string(), title: z.string() });
export type OpenTask = z.infer<typeof openTaskSchema>;

export const startedSchema = positionSchema.extend({ openTasks: z.array(openTaskSchema) });
/** `replayed`: the instance had been started with the same Idempotency-Key before. */
export type StartedInstance = z.infer<typeof startedSchema> & { readonly replayed: boolean };

/** A row of the list of instances. */
export const instanceRowSchema = positionSchema.extend({
  definition: definitionRefSchema,
  subject: subjectSchema,
  stateName: z.string().nullable(),
  waitingFor: z.array(z.enum(waitReasons)),
  /** On whom its open tasks wait, for the list: each one's assignee, else the names of its candidate roles and people. */
  waitingOnNames: z.array(z.string()),
  /** The earliest due instant of its open tasks. */
  dueAt: instantSchema.nullable(),
  /** What happens by itself at that deadline, or next after it, or at that of a wait; null where nothing does. */
  atDeadline: atDeadlineSchema.nullable(),
  /** What went wrong last and is not over yet. */
  lastError: z.string().nullable(),
  /** Names of the steps that come next when nothing goes wrong, as far as the drawing says; empty when it has ended. */
  next: z.array(z.string()),
  outcome: z.string().nullable(),
  requester: personRefSchema.nullable(),
  facts: z.array(factSchema),
  createdAt: instantSchema,
  statusSince: instantSchema,
  stateSince: instantSchema,
  closedAt: instantSchema.nullable(),
});
export type InstanceRow = z.infer<typeof instanceRowSchema>;

/** What an outcome of an open task leads to, as far as the drawing says: a condition may choose among several steps. */
export const nextSchema = z.object({
  outcome: z.string().nullable(),
  outcomeName: z.string().nullable(),
  steps: z.array(z.object({ key: z.string(), name: z.string() })),
});
export type NextStep = z.infer<typeof nextSchema>;

/** One open task that the instance waits for, and on whom. */
export const waitingOnSchema = z.object({
  taskId: z.string(),
  title: z.string(),
  step: z.string(),
  stepName: z.string(),
  assignee: personRefSchema.nullable(),
  /** The assignee has taken it themselves. */
  claimed: z.boolean(),
  roles: z.array(roleRefSchema),
  /** People who are named; the id is null for an address that nobody here has. */
  people: z.array(z.object({ id: z.string().nullable(), name: z.string(), email: z.string() })),
  dueAt: instantSchema.nullable(),
  /** Decisions made and needed, where one is not enough. */
  approvals: z.object({ required: z.number(), given: z.number() }),
  next: z.array(nextSchema),
});
export type WaitingOn = z.infer<typeof waitingOnSchema>;

export const voteSchema = z.object({
  person: personRefSchema,
  onBehalfOf: personRefSchema.nullable(),
  outcome: z.string(),
  outcomeName: z.string(),
  reason: z.string().nullable(),
  form: jsonObjectSchema,
  at: instantSchema,
});
export type VoteRow = z.infer<typeof voteSchema>;

/** A task as the instance's page lists it. */
export const instanceTaskSchema = z.object({
  id: z.string(),
  key: z.string(),
  step: z.string(),
  stepName: z.string(),
  visit: z.number(),
  title: z.string(),
  status: z.enum(['pending', 'in_progress', 'completed', 'cancelled']),
  assignee: personRefSchema.nullable(),
  /** The roles that were asked. */
  roles: z.array(roleRefSchema),
  dueAt: instantSchema.nullable(),
  createdAt: instantSchema,
  closedAt: instantSchema.nullable(),
  outcome: z.string().nullable(),
  outcomeName: z.string().nullable(),
  votes: z.array(voteSchema),
});
export type InstanceTask = z.infer<typeof instanceTaskSchema>;

export const incidentSchema = z.object({
  key: z.string(),
  step: z.string().nullable(),
  stepName: z.string().nullable(),
  code: z.string(),
  message: z.string(),
  openedAt: instantSchema,
  closedAt: instantSchema.nullable(),
  resolution: z.string().nullable(),
});
export type IncidentRow = z.infer<typeof incidentSchema>;

/** All that the instance's page shows besides its events. */
export const instanceDetailSchema = instanceRowSchema.extend({
  correlationKey: z.string().nullable(),
  startedAt: instantSchema.nullable(),
  reopenedFrom: z.string().nullable(),
  /** What takes it up again, the newest first. */
  reopenedAs: z.array(relativeSchema),
  /** Whose child it is. */
  parent: relativeSchema.nullable(),
  children: z.array(childSchema),
  waitingOn: z.array(waitingOnSchema),
  drawing: drawingSchema,
  tasks: z.array(instanceTaskSchema),
  executions: z.array(executionSchema),
  incidents: z.array(incidentSchema),
  ledger: z.array(ledgerEntrySchema),
  ending: endingSchema.nullable(),
  /** Open ones, the next first. */
  timers: z.array(timerSchema),
  /** The newest ones, oldest first. */
  signals: z.array(receivedSignalSchema),
  input: jsonObjectSchema,
  context: jsonObjectSchema,
  offered: offeredSchema,
});
export type InstanceDetail = z.infer<typeof instanceDetailSchema>;

/** One row of the history. */
export const eventSchema = z.object({
  sequence: z.number(),
  type: z.string(),
  subject: z.string(),
  branch: z.string(),
  key: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  actor: z.object({
    type: z.string(),
    id: z.string(),
    name: z.string(),
    onBehalfOf: z.object({ id: z.string(), name: z.string() }).nullable(),
  }),
  reason: z.string().nullable(),
  correlationId: z.string().nullable(),
  causationId: z.string().nullable(),
  workerId: z.string().nullable(),
  /** Null when it was lawfully erased. */
  data: anyJsonSchema,
  occurredAt: instantSchema,
  /** SHA-256 in hexadecimal. */
  hash: z.string(),
});
export type EventRow = z.infer<typeof eventSchema>;
