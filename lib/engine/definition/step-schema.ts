import { z } from 'zod';
import { activitySchema } from './activity-schema';
import {
  durationSchema,
  expressionSchema,
  fieldPathSchema,
  keySchema,
  mappingSchema,
  nameSchema,
  objectSchemaSchema,
  templateSchema,
  textSchema,
} from './primitives';

/** The step types of DESIGN 7 with every setting. */

const common = { key: keySchema, name: nameSchema.optional(), description: textSchema.optional() };
/** Steps that wait have a maximum age; the definition's `maxAge` stands in for a missing one. */
const waiting = { ...common, maxAge: durationSchema.optional() };

/** One fact that a row or a task shows: a label and an expression. */
export const factSchema = z.strictObject({
  label: nameSchema,
  value: expressionSchema,
  format: z.enum(['text', 'money', 'number', 'date', 'datetime']).optional(),
  /** ISO 4217 code or an expression's result; only for `money`. */
  currency: z.string().length(3).optional(),
});
export type Fact = z.infer<typeof factSchema>;

export const outcomeSchema = z.strictObject({
  key: keySchema,
  name: nameSchema,
  kind: z.enum(['positive', 'negative', 'neutral']).optional(),
  /** Whether the person must say why; without it, optional. */
  reason: z.enum(['none', 'optional', 'required']).optional(),
});
export type Outcome = z.infer<typeof outcomeSchema>;

/** Who may decide (DESIGN 9). A person is a candidate when any of the lists names them. */
export const whoSchema = z.strictObject({
  /** Expression whose value is one person's e-mail address; that person is assigned when the task opens. */
  assignee: expressionSchema.optional(),
  roles: z.array(keySchema).optional(),
  /** E-mail addresses. */
  people: z.array(z.email()).optional(),
  /** Expression whose value is a list of e-mail addresses. */
  candidates: expressionSchema.optional(),
  /** Expression whose value is a list of e-mail addresses that may not decide. */
  exclude: expressionSchema.optional(),
  /** Whoever decided another task of the request may not decide this one: of any step, or of those that the list names. */
  notDecidersOf: z.union([z.literal('all'), z.array(keySchema).min(1)]).optional(),
  /** The requester cannot decide their own request unless this is true. */
  allowRequester: z.boolean().optional(),
  /** An authority limit: the rule gives the most that a person may decide, `amount` is what this request asks for. */
  limit: z.strictObject({ rule: keySchema, amount: expressionSchema }).optional(),
});

export const approvalsSchema = z.strictObject({
  required: z.int().min(1).max(100),
  of: z.int().min(1).max(100).optional(),
  veto: z.boolean().optional(),
  allMustAnswer: z.boolean().optional(),
});

/** One rung of a deadline's ladder (DESIGN 10). */
export const rungSchema = z.strictObject({
  key: keySchema,
  /** Offset from the deadline: a duration, with a leading `-` for before it. */
  at: z.string().regex(/^-?P.+$/, 'write an offset like -P1D, PT0S or P2BD'),
  action: z.enum(['remind', 'reassign', 'escalate', 'transition']),
  to: z.strictObject({ role: keySchema.optional(), manager: z.boolean().optional() }).optional(),
  text: templateSchema.optional(),
});

export type Rung = z.infer<typeof rungSchema>;

export const dueSchema = z.strictObject({
  in: durationSchema,
  calendar: keySchema.optional(),
  ladder: z.array(rungSchema).optional(),
});

export const formSchema = z.strictObject({
  schema: objectSchemaSchema,
  /** UI hints of react-jsonschema-form. */
  ui: objectSchemaSchema.optional(),
  /** `form field → context path`; what it does not name goes to `context.tasks.<step>`. */
  writeTo: z.record(fieldPathSchema, fieldPathSchema).optional(),
});

const joinModeSchema = z.union([z.literal('all'), z.literal('any'), z.strictObject({ n: z.int().min(1) })]);

export const stepSchema = z.discriminatedUnion('type', [
  z.strictObject({ ...common, type: z.literal('START') }),
  z.strictObject({ ...common, type: z.literal('END'), outcome: keySchema }),
  z.strictObject({
    ...waiting,
    type: z.literal('USER_TASK'),
    title: templateSchema.optional(),
    instructions: textSchema.optional(),
    form: formSchema.optional(),
    outcomes: z.array(outcomeSchema).min(1, 'a task needs at least one outcome'),
    who: whoSchema,
    facts: z.array(factSchema).optional(),
    approvals: approvalsSchema.optional(),
    due: dueSchema.optional(),
    /** 0 (low) to 100 (high); 50 where nothing is said. */
    priority: z.int().min(0).max(100).optional(),
    followUp: durationSchema.optional(),
  }),
  z.strictObject({
    ...common,
    type: z.literal('AUTOMATED'),
    activities: z.array(activitySchema),
    /** What happens when an activity has used up its attempts and no `error` transition takes it. */
    onFailure: z.enum(['needs_attention', 'compensate', 'fail']).optional(),
  }),
  z.strictObject({ ...common, type: z.literal('DECISION') }),
  z.strictObject({
    ...common,
    type: z.literal('PARALLEL_FORK'),
    mode: z.enum(['all', 'matching']).optional(),
  }),
  z.strictObject({
    ...common,
    type: z.literal('PARALLEL_JOIN'),
    fork: keySchema,
    mode: joinModeSchema.optional(),
  }),
  z.strictObject({
    ...waiting,
    type: z.literal('WAIT_FOR_SIGNAL'),
    signal: keySchema,
    /** How the signal comes: it names the reason of the wait. */
    source: z.enum(['signal', 'webhook', 'message']).optional(),
    correlation: expressionSchema.optional(),
    payload: objectSchemaSchema.optional(),
    due: dueSchema.optional(),
  }),
  z.strictObject({
    ...waiting,
    type: z.literal('WAIT_FOR_TIMER'),
    timer: z.union([
      z.strictObject({ duration: durationSchema, calendar: keySchema.optional() }),
      z.strictObject({ until: expressionSchema }),
      z.strictObject({ cron: z.string().min(9).max(200), timeZone: z.string().min(1).max(100) }),
    ]),
  }),
  z.strictObject({
    ...waiting,
    type: z.literal('WAIT_FOR_FILE'),
    accept: z.array(z.string().min(1).max(100)).optional(),
    /** Bytes. */
    maxSize: z.int().min(1).optional(),
    due: dueSchema.optional(),
  }),
  z.strictObject({
    ...waiting,
    type: z.literal('SUB_WORKFLOW'),
    definition: keySchema,
    /** Without it, the version that is active when the child starts. */
    version: z.int().min(1).optional(),
    /** Expression for the id of the child's subject; without it, that of its parent's, with `-1`, `-2`, … in a list. */
    subject: expressionSchema.optional(),
    input: mappingSchema.optional(),
    /** `context path → expression over result`; in a list, each path gets the list of the values. */
    output: mappingSchema.optional(),
    forEach: z
      .strictObject({ items: expressionSchema, as: keySchema.optional(), wait: joinModeSchema.optional() })
      .optional(),
    /** What happens when too few children can complete and no transition takes that. */
    onFailure: z.enum(['needs_attention', 'compensate', 'fail']).optional(),
  }),
  z.strictObject({
    ...common,
    type: z.literal('COMPENSATE'),
    scope: z.union([z.literal('all'), z.array(keySchema).min(1)]).optional(),
  }),
]);
export type Step = z.infer<typeof stepSchema>;
export type StepType = Step['type'];
export type UserTaskStep = Extract<Step, { type: 'USER_TASK' }>;
export type ForkStep = Extract<Step, { type: 'PARALLEL_FORK' }>;
export type JoinStep = Extract<Step, { type: 'PARALLEL_JOIN' }>;
export type SignalStep = Extract<Step, { type: 'WAIT_FOR_SIGNAL' }>;
export type FileStep = Extract<Step, { type: 'WAIT_FOR_FILE' }>;
export type TimerStep = Extract<Step, { type: 'WAIT_FOR_TIMER' }>;
export type SubWorkflowStep = Extract<Step, { type: 'SUB_WORKFLOW' }>;
export type AutomatedStep = Extract<Step, { type: 'AUTOMATED' }>;
export type CompensateStep = Extract<Step, { type: 'COMPENSATE' }>;
