import { z } from 'zod';
import { instantSchema, jsonObjectSchema } from '@/lib/people/schema';

/** One row of the audit log, which only grows. */
export const auditEntrySchema = z.object({
  id: z.string(),
  occurredAt: instantSchema,
  actor: z.object({ id: z.string(), name: z.string() }),
  /** What was done or tried, past tense: `role_put`, `decision_refused`. */
  action: z.string(),
  /** What it was done to, as `kind:id`. */
  subject: z.string(),
  data: jsonObjectSchema,
});
export type AuditEntryRow = z.infer<typeof auditEntrySchema>;
