import type { Scope } from '@/lib/engine/conditions/contract';
import type { DeclaredFields } from '@/lib/engine/conditions/declared';
import { evaluateExpression } from '@/lib/engine/conditions/evaluate';

/** A key by which something outside reaches an instance or a wait; null where the expression gives nothing. */
export type Correlation =
  { readonly ok: true; readonly key: string | null } | { readonly ok: false; readonly message: string };

/** What an expression makes of the scope as a correlation key: a text, or a number as text. */
export function correlationKey(expression: string, scope: Scope, declared: DeclaredFields): Correlation {
  const result = evaluateExpression(expression, scope, declared);
  if (!result.ok) {
    return { ok: false, message: `The correlation key could not be made. ${result.message}` };
  }
  const { value } = result;
  if (value === null) return { ok: true, key: null };
  if (typeof value === 'string' || typeof value === 'number') return { ok: true, key: `${value}` };
  return {
    ok: false,
    message: `The correlation key must be a text or a number: ${expression} gives neither.`,
  };
}
