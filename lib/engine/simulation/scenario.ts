import { z } from 'zod';
import type { Calendar } from '@/lib/engine/deadlines/calendar';
import { cancelModes } from '@/lib/engine/decide/contract';
import { jsonSchema, keySchema, nameSchema, objectSchemaSchema } from '@/lib/engine/definition/primitives';
import { instanceMoves, type InstanceStatus } from '@/lib/engine/lifecycle';

/** What somebody, or the world outside, does to a simulated instance. */
export const answerSchema = z.discriminatedUnion('do', [
  /** `by` is an e-mail address; without it, somebody who may decide does. */
  z.strictObject({
    do: z.literal('decide'),
    step: keySchema,
    outcome: keySchema,
    by: z.string().max(320).optional(),
    form: objectSchemaSchema.optional(),
    reason: z.string().max(5_000).optional(),
  }),
  z.strictObject({ do: z.literal('signal'), signal: keySchema, payload: objectSchemaSchema.optional() }),
  z.strictObject({ do: z.literal('file'), step: keySchema, name: z.string().min(1).max(200).optional() }),
  /** The attempt that is due brings this back. */
  z.strictObject({ do: z.literal('succeed'), activity: keySchema, result: jsonSchema }),
  /** The attempt that is due fails. Without `again`, another try cannot help. */
  z.strictObject({
    do: z.literal('fail'),
    activity: keySchema,
    code: z.string().min(1).max(100),
    again: z.boolean().optional(),
  }),
  /** The child at that place of its list (from 0) ends. */
  z.strictObject({
    do: z.literal('child'),
    step: keySchema,
    position: z.int().min(0).optional(),
    status: z.enum(['completed', 'failed', 'cancelled']),
    outcome: keySchema.optional(),
    context: objectSchemaSchema.optional(),
    code: z.string().min(1).max(100).optional(),
  }),
  /** The clock goes on to what happens next by itself: a timer, or another attempt. */
  z.strictObject({ do: z.literal('wait') }),
  z.strictObject({
    do: z.literal('cancel'),
    mode: z.enum(cancelModes),
    reason: z.string().max(5_000).optional(),
  }),
  /** Support tries again what stopped the instance; `context` replaces the context first. */
  z.strictObject({ do: z.literal('retry'), context: objectSchemaSchema.optional() }),
  z.strictObject({ do: z.literal('skip'), activity: keySchema }),
]);
export type Answer = z.infer<typeof answerSchema>;
export type AnswerOf<D extends Answer['do']> = Extract<Answer, { do: D }>;

/** Somebody in a simulation, with the roles that they hold in it. */
export const simulatedPersonSchema = z.strictObject({
  email: z.string().min(1).max(320),
  name: z.string().min(1).max(200),
  roles: z.array(keySchema),
});
export type SimulatedPerson = z.infer<typeof simulatedPersonSchema>;

const statuses = Object.keys(instanceMoves) as [InstanceStatus, ...InstanceStatus[]];

const spans = z.array(z.strictObject({ from: z.string(), to: z.string() })).readonly();
const calendarSchema = z.strictObject({
  key: keySchema,
  name: z.string(),
  version: z.int(),
  timeZone: z.string(),
  inAssigneeZone: z.boolean(),
  week: z.array(spans).length(7).readonly(),
  dates: z.record(z.string(), z.strictObject({ name: z.string(), hours: spans })),
  knownUntil: z.string().nullable(),
}) satisfies z.ZodType<Calendar>;

/**
 * A case that is played through a definition without any outside: what it begins with, what is answered, and where it has to
 * end. It carries the people and the rules that it needs, so that it comes to the same end everywhere and always.
 */
export const scenarioSchema = z.strictObject({
  key: keySchema,
  name: nameSchema,
  /** ISO 8601 in UTC: when it begins. */
  startAt: z.iso.datetime({ precision: 6 }),
  timeZone: z.string().min(1).max(100),
  /** Id of the subject. */
  subject: z.string().min(1).max(200),
  input: objectSchemaSchema,
  requester: simulatedPersonSchema.nullable(),
  people: z.array(simulatedPersonSchema).max(200),
  /** Rule key → the value that it has here. */
  rules: z.record(keySchema, jsonSchema),
  /** Calendars that the process names, as they were when it was kept. */
  calendars: z.record(keySchema, calendarSchema).optional(),
  answers: z.array(answerSchema).max(1_000),
  expected: z.strictObject({
    status: z.enum(statuses),
    /** Key of the step in which it stands then; left out, any. */
    state: keySchema.optional(),
    /** Outcome of the END; left out, any. */
    outcome: keySchema.optional(),
  }),
});
export type Scenario = z.infer<typeof scenarioSchema>;

export const scenariosSchema = z.array(scenarioSchema).max(200);
