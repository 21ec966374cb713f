import { z } from 'zod';
import { pageQuerySchema } from '@/lib/http/page';
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

/** What narrows the log. */
export const auditFiltersSchema = pageQuerySchema.extend({
  /** A part of the actor's name or of the subject. */
  q: z.string().trim().max(200).optional(),
  /** Id of who did it. */
  actor: z.string().max(100).optional(),
  action: z.string().max(100).optional(),
  subject: z.string().max(300).optional(),
});
export type AuditFilters = z.input<typeof auditFiltersSchema>;
