import { z } from 'zod';
import { keySchema } from '@/lib/engine/definition/primitives';
import { anyJsonSchema, instantSchema } from '@/lib/people/schema';

const instantInSchema = z.iso.datetime({ offset: true, error: 'write an instant like 2026-01-31T00:00:00Z' });

/** A value of a rule and from when to when it holds. */
export const putRuleSchema = z.strictObject({
  key: keySchema,
  value: anyJsonSchema,
  /** From this instant on; now where it is left out. */
  effectiveFrom: instantInSchema.optional(),
  /** Up to, and not including; null or left out: until further notice. */
  effectiveTo: instantInSchema.nullish(),
});
export type PutRule = z.input<typeof putRuleSchema>;

export const ruleSchema = z.object({
  id: z.string(),
  key: z.string(),
  value: anyJsonSchema,
  effectiveFrom: instantSchema,
  effectiveTo: instantSchema.nullable(),
});
export type RuleRow = z.infer<typeof ruleSchema>;

/** A definition that uses a rule: in its active version, its draft, or both. */
export const ruleUseSchema = z.object({
  key: z.string(),
  name: z.string(),
  activeVersion: z.int().nullable(),
  active: z.boolean(),
  draft: z.boolean(),
});
export type RuleUse = z.infer<typeof ruleUseSchema>;

/** A rule with all the values that it ever had and will have, by time, and where it is used. */
export const ruleDetailSchema = z.object({
  key: z.string(),
  values: z.array(ruleSchema),
  uses: z.array(ruleUseSchema),
});
export type RuleDetail = z.infer<typeof ruleDetailSchema>;
