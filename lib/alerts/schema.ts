import { z } from 'zod';
import { keySchema, nameSchema } from '@/lib/engine/definition/primitives';
import { emailSchema, instantSchema } from '@/lib/people/schema';

/**
 * What rules watch: how old live instances are · how long they are in a step · how long work waits for a worker · which share of what
 * came to an end in a while failed. The database holds the same list.
 */
export const alertKinds = ['instance_age', 'state_age', 'queue_age', 'failure_rate'] as const;
export type AlertKind = (typeof alertKinds)[number];

const seconds = (least: number, message: string) =>
  z
    .int()
    .min(least, message)
    .max(366 * 24 * 3600);

const told = {
  name: nameSchema,
  /** Of one process; null: of each. */
  definition: keySchema.nullable().default(null),
  mails: z.array(emailSchema).max(20).default([]),
  webhook: z
    .url({ protocol: /^https?$/, error: 'write an address: https://example.com/alerts' })
    .max(2000)
    .refine((text) => !/^\w+:\/\/[^/?#]*@/.test(text), 'leave name and password out of the address')
    .nullable()
    .default(null),
};
const age = { ageSeconds: seconds(60, 'at least one minute') };

/** A rule: what it watches, from which measure on it is an alert, and whom it tells. */
export const alertRuleSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('instance_age'), ...told, ...age }),
    z.strictObject({
      kind: z.literal('state_age'),
      ...told,
      ...age,
      step: keySchema.nullable().default(null),
    }),
    z.strictObject({ kind: z.literal('queue_age'), ...told, ...age }),
    z.strictObject({
      kind: z.literal('failure_rate'),
      ...told,
      percent: z.int().min(1).max(100),
      windowSeconds: seconds(300, 'at least five minutes'),
      /** So many have to have ended in the window for a share to mean anything. */
      least: z.int().min(1).max(100_000).default(20),
    }),
  ])
  .refine(({ mails, webhook }) => mails.length > 0 || webhook !== null, {
    path: ['mails'],
    error: 'say whom it tells: an address of mail, or a webhook',
  })
  .refine((rule) => rule.kind !== 'state_age' || rule.step === null || rule.definition !== null, {
    path: ['step'],
    error: 'a step belongs to a process: choose one',
  });
export type NewAlertRule = z.input<typeof alertRuleSchema>;

/** Stops a rule, or starts it again. */
export const switchRuleSchema = z.strictObject({ active: z.boolean() });

export const ruleRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(alertKinds),
  definition: z.string().nullable(),
  step: z.string().nullable(),
  ageSeconds: z.number().nullable(),
  percent: z.number().nullable(),
  windowSeconds: z.number().nullable(),
  least: z.number().nullable(),
  mails: z.array(z.string()),
  webhook: z.string().nullable(),
  active: z.boolean(),
  createdAt: instantSchema,
  createdBy: z.string(),
  /** Alerts of it that hold now. */
  open: z.number(),
});
export type RuleRow = z.infer<typeof ruleRowSchema>;

/** The answer to making a rule; with a webhook, the key that its requests are signed with, shown this once. */
export const createdRuleSchema = z.object({ id: z.string(), signingKey: z.string().nullable() });
export type CreatedRule = z.infer<typeof createdRuleSchema>;

export const alertRowSchema = z.object({
  id: z.string(),
  rule: z.object({ id: z.string(), name: z.string(), kind: z.enum(alertKinds) }),
  definition: z.string(),
  step: z.string().nullable(),
  /** Instances that it is about. */
  count: z.number(),
  /** Seconds of the oldest, or the share in percent. */
  measured: z.number(),
  /** The instance that is worst off. */
  exampleId: z.string().nullable(),
  openedAt: instantSchema,
  seenAt: instantSchema,
  closedAt: instantSchema.nullable(),
  /** What became of telling people. */
  notices: z.array(
    z.object({
      about: z.enum(['raised', 'resolved']),
      channel: z.enum(['mail', 'webhook']),
      target: z.string(),
      status: z.enum(['queued', 'sent', 'failed']),
      attempts: z.number(),
      error: z.string().nullable(),
    }),
  ),
});
export type AlertRow = z.infer<typeof alertRowSchema>;
