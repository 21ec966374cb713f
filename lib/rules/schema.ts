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
