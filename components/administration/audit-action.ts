import { wordsOfKey } from '@/components/instances/words';
import type { AuditAction } from '@/lib/audit/schema';

type ActionTexts = { (action: AuditAction): string; has: (action: AuditAction) => boolean };

/**
 * What an entry of the audit log says was done; an action that is not known here any more is said by its key.
 * @param t texts of `administration.audit.actions`
 */
export function auditActionText(t: ActionTexts, action: string): string {
  const known = action as AuditAction;
  return t.has(known) ? t(known) : wordsOfKey(action);
}
