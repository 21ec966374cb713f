import { z } from 'zod';
import { keySchema } from '@/lib/engine/definition/primitives';
import { reasonSchema, statusSchema } from '@/lib/instances/schema';
import { anyJsonSchema, instantSchema } from '@/lib/people/schema';

/** Limits of what comes in; each refusal names its limit. */
export const limits = {
  /** Instances that one check looks at. */
  checked: 1_000,
  /** Instances of one migration. */
  instances: 20_000,
  planBytes: 512 * 1024,
} as const;

const pathSchema = z
  .string()
  .max(200)
  .regex(/^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/, 'write a path in the context: customer.country');

/** One value that is added: as it is, or an expression over each instance as it is then. */
const addedSchema = z.union([
  z.strictObject({ value: anyJsonSchema }),
  z.strictObject({ expression: z.string().min(1).max(2_000) }),
]);

/** How instances go from one version to another. */
export const planSchema = z.strictObject({
  from: z.int().min(1),
  to: z.int().min(1),
  /** Step of the old version → step of the new one; what is not named goes to the step of the same key. */
  map: z.record(keySchema, keySchema).default({}),
  /** Path in the context → what is put there where an instance has nothing. */
  data: z.record(pathSchema, addedSchema).default({}),
  /** Instance → path → value: what some of them get of their own. */
  instances: z.record(z.uuid(), z.record(pathSchema, anyJsonSchema)).default({}),
  /** Tasks and timers of steps that go on are kept as they are, or made anew. */
  work: z.enum(['keep', 'restart']).default('keep'),
});
export type MigrationPlan = z.output<typeof planSchema>;
export type PlanInput = z.input<typeof planSchema>;

/** Instances by their ids; left out, all live ones of the old version. */
const idsSchema = z.array(z.uuid()).min(1).max(limits.instances).optional();

/** A dry run: nothing is written. */
export const checkSchema = z.strictObject({ plan: planSchema, ids: idsSchema });
export type CheckMigration = z.input<typeof checkSchema>;

export const migrateSchema = checkSchema.extend({
  reason: reasonSchema,
  canary: z.int().min(1).max(limits.instances).nullish(),
  stopAfter: z.int().min(1).max(limits.instances).nullish(),
  perMinute: z.int().min(1).max(6_000).nullish(),
});
export type Migrate = z.input<typeof migrateSchema>;

export const verdictSchema = z.object({
  instance: z.object({ id: z.string(), subject: z.string(), status: statusSchema }),
  verdict: z.enum(['ready', 'needs_data', 'blocked']),
  /** Why it is blocked: `no_counterpart`, `activity_running`, `join_never`, `children`, …; null when it is ready. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  /** Fields that it needs. */
  fields: z.array(z.object({ path: z.string(), message: z.string() })),
  /** Each line: where it is, where it would be, and whether its task and timers go on as they are. */
  lines: z.array(z.object({ branch: z.string(), from: z.string(), to: z.string(), carried: z.boolean() })),
  /** Children of it that are not over; they go on by their own versions. */
  children: z.number(),
});
export type Verdict = z.infer<typeof verdictSchema>;

export const checkedSchema = z.object({
  /** Instances that the plan is about; `items` has the first of them. */
  total: z.number(),
  ready: z.number(),
  needsData: z.number(),
  blocked: z.number(),
  items: z.array(verdictSchema),
});
export type Checked = z.infer<typeof checkedSchema>;

const stepSchema = z.object({ key: z.string(), name: z.string(), type: z.string() });

/** What a plan between two versions begins with. */
export const proposalSchema = z.object({
  from: z.number(),
  to: z.number(),
  /** Live instances of the old version. */
  instances: z.number(),
  states: z.array(
    z.object({
      step: stepSchema,
      /** Lines of live instances that are in it. */
      lines: z.number(),
      /** The step of the same key in the new version; null where there is none. */
      to: z.string().nullable(),
    }),
  ),
  steps: z.array(stepSchema),
  /** Fields that the new version requires of its input and the old one did not. */
  newFields: z.array(z.object({ path: z.string(), type: z.string().nullable() })),
});
export type Proposal = z.infer<typeof proposalSchema>;

export const proposalQuerySchema = z.object({ from: z.coerce.number().int(), to: z.coerce.number().int() });

/** A plan as it was carried out. */
export const planRowSchema = z.object({
  id: z.string(),
  from: z.number(),
  to: z.number(),
  map: z.record(z.string(), z.string()),
  work: z.enum(['keep', 'restart']),
  createdBy: z.string(),
  createdAt: instantSchema,
  /** The jobs that carried it out. */
  jobs: z.array(z.object({ id: z.string(), status: z.string(), total: z.number(), done: z.number() })),
});
export type PlanRow = z.infer<typeof planRowSchema>;
