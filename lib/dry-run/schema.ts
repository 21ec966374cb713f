import { z } from 'zod';
import { jsonSchema, keySchema } from '@/lib/engine/definition/primitives';
import { emailSchema, instantSchema, jsonObjectSchema } from '@/lib/people/schema';

/** A start that is only thought through. */
export const dryRunOrderSchema = z.strictObject({
  input: jsonObjectSchema.default({}),
  subject: z.strictObject({ id: z.string().trim().min(1).max(200) }).default({ id: '1' }),
  requester: emailSchema
    .nullish()
    .describe('Address of who would start it; left out, whoever asks, and null for nobody.'),
  version: z.int().min(1).optional().describe('A published version; the draft where it is left out.'),
  startAt: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('When it would start; now where it is left out.'),
  outcomes: z
    .record(keySchema, keySchema.nullable())
    .default({})
    .describe(
      'Step → outcome of its task; null lets nobody decide it. Others end with their first positive outcome.',
    ),
  failing: z
    .array(keySchema)
    .max(100)
    .default([])
    .describe(
      'Keys of activities that fail for good; the others succeed with an example of what they declare.',
    ),
});
export type DryRunOrder = z.input<typeof dryRunOrderSchema>;

const personSchema = z.object({ name: z.string(), email: z.string() });

const base = { at: instantSchema, step: z.string(), stepName: z.string() };

const taskEntrySchema = z.object({
  ...base,
  kind: z.literal('task'),
  title: z.string(),
  assignee: personSchema.nullable(),
  /** Who could decide it then by roles, limits and exclusions; deputies of the absent with whom they stand in for. */
  people: z.array(personSchema.extend({ actingFor: z.string().nullable() })),
  roles: z.array(z.string()),
  required: z.number(),
  dueAt: instantSchema.nullable(),
  rungs: z.array(z.object({ key: z.string(), at: instantSchema, action: z.string() })),
  outcomes: z.array(z.object({ key: z.string(), name: z.string() })),
  /** What is taken for granted; null: nobody decides it. */
  assumed: z.string().nullable(),
});
export type TaskEntry = z.infer<typeof taskEntrySchema>;

const callEntrySchema = z.object({
  ...base,
  kind: z.literal('call'),
  activity: z.string(),
  type: z.string(),
  undoes: z.boolean(),
  /** Its settings as they would go out: method, url, headers, body. Secrets stand by their names. */
  settings: jsonObjectSchema,
  fails: z.boolean(),
});

const mailEntrySchema = z.object({
  ...base,
  kind: z.literal('mail'),
  activity: z.string(),
  undoes: z.boolean(),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  fails: z.boolean(),
});

/** What would happen, in the order in which it would. */
export const dryRunEntrySchema = z.discriminatedUnion('kind', [
  z.object({ ...base, kind: z.literal('step') }),
  taskEntrySchema,
  callEntrySchema,
  mailEntrySchema,
  z.object({ ...base, kind: z.literal('event'), type: z.string(), data: jsonSchema }),
  z.object({
    ...base,
    kind: z.literal('child'),
    definition: z.string(),
    subject: z.string(),
    input: jsonObjectSchema,
  }),
  z.object({ ...base, kind: z.literal('wait'), for: z.enum(['signal', 'file']), name: z.string() }),
  /** A wait that ends by itself, or a maximum age: until when. */
  z.object({ ...base, kind: z.literal('timer'), purpose: z.enum(['wait', 'max_age']), dueAt: instantSchema }),
  z.object({ ...base, kind: z.literal('passed'), rung: z.string().nullable(), action: z.string() }),
  z.object({ ...base, kind: z.literal('problem'), message: z.string() }),
]);
export type DryRunEntry = z.infer<typeof dryRunEntrySchema>;

export const dryRunSchema = z.object({
  key: z.string(),
  name: z.string(),
  version: z.number().nullable(),
  requester: personSchema.extend({ mayStart: z.boolean() }).nullable(),
  startsAt: instantSchema,
  entries: z.array(dryRunEntrySchema),
  end: z.object({
    at: instantSchema,
    status: z.string(),
    state: z.string().nullable(),
    outcome: z.string().nullable(),
    /** Why it goes no further, where it has not ended. */
    because: z.string().nullable(),
  }),
});
export type DryRun = z.infer<typeof dryRunSchema>;
