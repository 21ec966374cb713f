import { z } from 'zod';
import { pageQuerySchema } from '@/lib/http/page';
import { instantSchema, jsonObjectSchema } from '@/lib/people/schema';

/** What the log has entries of, past tense. Screens call them as messages say. */
export type AuditAction =
  | 'absence_created'
  | 'absence_recalled'
  | 'alert_rule_created'
  | 'alert_rule_started'
  | 'alert_rule_stopped'
  | 'calendar_put'
  | 'data_erased'
  | 'decision_refused'
  | 'definition_published'
  | 'definition_retired'
  | 'events_resent'
  | 'evidence_exported'
  | 'incident_group_put'
  | 'key_created'
  | 'key_revoked'
  | 'mail_resent'
  | 'person_put'
  | 'person_replaced'
  | 'resource_put'
  | 'retention_put'
  | 'role_put'
  | 'rule_put'
  | 'secret_deleted'
  | 'secret_put'
  | 'sessions_revoked'
  | 'signing_key_read'
  | 'sink_created'
  | 'sink_put'
  | 'version_activation_put'
  | 'version_activation_taken_back'
  | 'version_retired'
  | 'webhook_source_created'
  | 'webhook_source_key_rotated'
  | 'webhook_source_put';

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
