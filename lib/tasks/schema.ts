import { z } from 'zod';
import { keySchema } from '@/lib/engine/definition/primitives';
import { outcomeSchema } from '@/lib/engine/definition/step-schema';
import {
  factSchema,
  limits as instanceLimits,
  nextSchema,
  openTaskSchema,
  positionSchema,
  statusSchema,
  voteSchema,
} from '@/lib/instances/schema';
import { instantSchema, jsonObjectSchema, personRefSchema, roleRefSchema } from '@/lib/people/schema';

/** Limits of what comes in; each refusal names its limit. */
export const limits = {
  reasonCharacters: instanceLimits.reasonCharacters,
  /** Bytes of a form as JSON. */
  formBytes: 256 * 1024,
} as const;

export const decideSchema = z.strictObject({
  outcome: keySchema,
  form: jsonObjectSchema.default({}),
  reason: z
    .string()
    .max(limits.reasonCharacters, `a reason has at most ${limits.reasonCharacters} characters`)
    .nullish(),
});
export type DecideTask = z.input<typeof decideSchema>;

/** A row of the inbox. */
export const taskRowSchema = z.object({
  id: z.string(),
  instanceId: z.string(),
  /** Version of the instance. */
  version: z.number(),
  instanceStatus: statusSchema,
  definition: z.object({ key: z.string(), name: z.string() }),
  step: z.string(),
  stepName: z.string(),
  title: z.string(),
  status: z.enum(['pending', 'in_progress', 'completed', 'cancelled']),
  subject: z.object({ type: z.string(), id: z.string() }),
  facts: z.array(factSchema),
  requester: personRefSchema.nullable(),
  assignee: personRefSchema.nullable(),
  priority: z.number(),
  dueAt: instantSchema.nullable(),
  createdAt: instantSchema,
  closedAt: instantSchema.nullable(),
  outcome: z.string().nullable(),
  outcomeName: z.string().nullable(),
});
export type TaskRow = z.infer<typeof taskRowSchema>;

/** Rules that may keep a person from deciding (lib/tasks/authority.ts). */
export const authorityRules = [
  'not_a_person',
  'inactive',
  'requester',
  'excluded',
  'not_candidate',
  'already_voted',
  'claimed',
  'limit',
] as const;
export type AuthorityRule = (typeof authorityRules)[number];

/** Whether the actor may decide, and if not the rule that refuses, in words. */
export const mayDecideSchema = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), rule: z.string(), message: z.string() }),
]);

/** All that the task's page shows. */
export const taskDetailSchema = taskRowSchema.extend({
  instructions: z.string().nullable(),
  form: z
    .object({
      schema: jsonObjectSchema,
      ui: jsonObjectSchema.optional(),
      writeTo: z.record(z.string(), z.string()).optional(),
    })
    .nullable(),
  outcomes: z.array(outcomeSchema),
  /** Where each outcome leads. */
  next: z.array(nextSchema),
  candidates: z.object({
    roles: z.array(roleRefSchema),
    people: z.array(z.object({ id: z.string().nullable(), name: z.string(), email: z.string() })),
  }),
  approvals: z.object({ required: z.number(), veto: z.boolean() }),
  votes: z.array(voteSchema),
  /** What was decided on earlier tasks of the same instance, the oldest first. */
  earlier: z.array(
    z.object({
      taskId: z.string(),
      title: z.string(),
      step: z.string(),
      stepName: z.string(),
      /** The form that was filled in, as the version has it; null where there was none. */
      form: z.object({ schema: jsonObjectSchema, ui: jsonObjectSchema.optional() }).nullable(),
      vote: voteSchema,
    }),
  ),
  mayDecide: mayDecideSchema,
  mayClaim: z.boolean(),
  mayRelease: z.boolean(),
});
export type TaskDetail = z.infer<typeof taskDetailSchema>;

/** What moving a task answers: where its instance is now, and what is open there. */
export const decidedSchema = z.object({ instance: positionSchema, openTasks: z.array(openTaskSchema) });
export type DecidedTask = z.infer<typeof decidedSchema>;

/** Giving a task back. */
export const releaseSchema = z.strictObject({
  reason: z
    .string()
    .trim()
    .max(limits.reasonCharacters, `a reason has at most ${limits.reasonCharacters} characters`)
    .nullish(),
});
