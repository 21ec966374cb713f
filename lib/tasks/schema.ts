import { z } from 'zod';
import { atDeadlineSchema } from '@/lib/deadlines/at-deadline-schema';
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
import {
  emailSchema,
  instantSchema,
  jsonObjectSchema,
  personRefSchema,
  roleRefSchema,
} from '@/lib/people/schema';

/** Limits of what comes in; each refusal names its limit. */
export const limits = {
  reasonCharacters: instanceLimits.reasonCharacters,
  /** Bytes of a form as JSON. */
  formBytes: 256 * 1024,
} as const;

export const decideSchema = z.strictObject({
  outcome: keySchema,
  /** The instance's version when the person saw the task: what has changed since refuses the decision. Left out, nobody looks. */
  version: z.int().min(0).optional(),
  /** Id of the person who is away and for whom the caller decides; left out, the policy finds the right by itself. */
  onBehalfOf: z.uuid().nullish(),
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
  /** What happens by itself at the deadline, or next after it; null where nothing does. */
  atDeadline: atDeadlineSchema.nullable(),
  createdAt: instantSchema,
  closedAt: instantSchema.nullable(),
  outcome: z.string().nullable(),
  outcomeName: z.string().nullable(),
  /** Among what it is decided. */
  outcomes: z.array(outcomeSchema),
});
export type TaskRow = z.infer<typeof taskRowSchema>;

/** Rules that may keep a person from deciding (lib/tasks/authority-rules.ts, docs/authority.md). */
export const authorityRules = [
  'not_a_person',
  'inactive',
  'requester',
  'excluded',
  'previous_approver',
  'not_candidate',
  'deputy',
  'already_voted',
  'claimed',
  'limit',
  'version',
] as const;
export type AuthorityRule = (typeof authorityRules)[number];

/** An authority limit as it was held against a task. */
const limitSchema = z.object({
  rule: z.string(),
  /** The rule's version: the instant from which its value holds. */
  version: z.string(),
  /** The most that the person may decide. */
  most: z.number(),
  /** What the task is about. */
  amount: z.number(),
});
export type Limit = z.infer<typeof limitSchema>;

const bound = { limit: limitSchema.optional() };
const ownRightSchema = z.discriminatedUnion('by', [
  z.object({ by: z.literal('role'), role: z.string(), ...bound }),
  z.object({ by: z.literal('name'), ...bound }),
  z.object({ by: z.literal('assignment'), ...bound }),
  /** Given to them by somebody who could decide it. */
  z.object({ by: z.literal('delegation'), from: personRefSchema, ...bound }),
]);
/** By what right somebody may decide: their own, or that of the person for whom they stand in. */
export const rightSchema = z.discriminatedUnion('by', [
  ...ownRightSchema.options,
  z.object({
    by: z.literal('deputy'),
    onBehalfOf: personRefSchema,
    /** Id of the absence. */
    absence: z.string(),
    their: ownRightSchema,
    ...bound,
  }),
]);
export type Right = z.infer<typeof rightSchema>;

/** Whether the actor may decide, and by what right; if not, the rule that refuses, in words. */
export const mayDecideSchema = z.union([
  z.object({ ok: z.literal(true), right: rightSchema }),
  z.object({ ok: z.literal(false), rule: z.string(), message: z.string() }),
]);

/** How the votes stand, and how many more each outcome takes to end the task (lib/engine/decide/tally.ts). */
export const tallySchema = z.object({
  required: z.number(),
  of: z.number().nullable(),
  veto: z.boolean(),
  allMustAnswer: z.boolean(),
  given: z.object({ positive: z.number(), negative: z.number(), neutral: z.number() }),
  missing: z.number().nullable(),
  open: z.array(z.object({ outcome: z.string(), outcomeName: z.string(), votes: z.number() })),
});

/** Somebody who could decide the task now, and by what right; or why somebody who comes into question may not. */
export const deciderSchema = personRefSchema.extend({
  mayDecide: mayDecideSchema,
  /** Until when they are away, if they are. */
  awayUntil: instantSchema.nullable(),
});

/** A preview of a decision: whether the caller may make it, and who else can. */
export const authorityPreviewSchema = z.object({
  mayDecide: mayDecideSchema,
  /** The rules of the policy, in the order in which they are asked. */
  rules: z.array(z.string()),
  tally: tallySchema,
  /** Everybody who comes into question, those who may first; at most 200. */
  people: z.array(deciderSchema),
});
export type AuthorityPreview = z.infer<typeof authorityPreviewSchema>;

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
  /** Where each outcome leads. */
  next: z.array(nextSchema),
  candidates: z.object({
    roles: z.array(roleRefSchema),
    people: z.array(z.object({ id: z.string().nullable(), name: z.string(), email: z.string() })),
  }),
  approvals: z.object({ required: z.number(), veto: z.boolean() }),
  tally: tallySchema,
  /** By whom the assignee was given it; null where it was not delegated. */
  delegatedBy: personRefSchema.nullable(),
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
  /** Give it to somebody else, to whom it then belongs until they hand it back. */
  mayDelegate: z.boolean(),
  mayHandBack: z.boolean(),
  /** As staff, with a reason. */
  mayReassign: z.boolean(),
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

const noteSchema = z
  .string()
  .trim()
  .max(limits.reasonCharacters, `a reason has at most ${limits.reasonCharacters} characters`)
  .nullish();
const whySchema = z
  .string({ error: 'say why' })
  .trim()
  .min(1, 'say why')
  .max(limits.reasonCharacters, `a reason has at most ${limits.reasonCharacters} characters`);

/** Giving a task to a colleague. */
export const delegateSchema = z.strictObject({ to: emailSchema, reason: noteSchema });
export type DelegateTask = z.input<typeof delegateSchema>;

/** Giving a task to somebody as staff; `to` null: back to all who may decide it. */
export const reassignSchema = z.strictObject({ to: emailSchema.nullable(), reason: whySchema });
export type ReassignTask = z.input<typeof reassignSchema>;

/** A task that waits for one person by name. */
export const heldTaskSchema = z.object({
  id: z.string(),
  title: z.string(),
  instanceId: z.string(),
  process: z.string(),
  subject: z.string(),
  /** `claimed`: taken by them, `assigned`: given to them, `named`: among the people whom it names. */
  held: z.enum(['claimed', 'assigned', 'named']),
});
export type HeldTask = z.infer<typeof heldTaskSchema>;

/** All that waits for one person, to be given to somebody else before they leave. */
export const leaverSchema = z.object({
  /** 1,000 at most; `more` says whether there are others. */
  tasks: z.array(heldTaskSchema),
  more: z.boolean(),
  /** Roles that nobody else who is active holds, and how many open tasks take one of them. */
  onlyHolderOf: z.array(z.object({ key: z.string(), name: z.string(), openTasks: z.number() })),
  /** Absences that go on or come, in which the person is the deputy. */
  deputyIn: z.number(),
});
export type Leaver = z.infer<typeof leaverSchema>;

/** One person put in the place of another, in the tasks that a preview listed and in no others. */
export const replaceSchema = z.strictObject({
  by: emailSchema,
  reason: whySchema,
  tasks: z.array(z.uuid()).min(1).max(200, 'name at most 200 tasks at a time'),
});
export type ReplacePerson = z.input<typeof replaceSchema>;

export const replacedSchema = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      ok: z.boolean(),
      /** Why it was left as it was. */
      message: z.string().nullable(),
    }),
  ),
});
export type Replaced = z.infer<typeof replacedSchema>;
