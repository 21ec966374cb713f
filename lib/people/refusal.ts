import type { JsonObject } from '@/lib/engine/json';

/**
 * Why a use case did not happen, as a value: a refusal is expected and the caller is told so; a defect is thrown.
 * - `unauthenticated` nobody signed in, or the key is unknown, expired or revoked
 * - `forbidden` the actor lacks a right; `data.permission` names it
 * - `not_found` there is no such thing for this actor (also when it belongs to another tenant)
 * - `invalid` what came in is wrong; `data.errors` is [{path, message}], `data.findings` the findings of a definition
 * - `not_allowed` not in the present state, or not by this person; `data.rule` names the rule of a task that refuses
 * - `stale` somebody else changed it since it was read
 * - `terminal` it has ended and does not change any more
 * - `duplicate` it exists already; `data.instanceId` names the one that is live
 * - `too_large` `data.limit` and `data.size` say how much too large
 * - `rate_limited` `data.retryAfterSeconds` says when to try again
 */
export const refusalCodes = [
  'unauthenticated',
  'forbidden',
  'not_found',
  'invalid',
  'not_allowed',
  'stale',
  'terminal',
  'lease_lost',
  'duplicate',
  'too_large',
  'rate_limited',
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

export type Refusal = {
  readonly code: RefusalCode;
  /** One or two sentences for the person: what is the case and what to do. */
  readonly message: string;
  readonly data: JsonObject;
};

/** One wrong field: a JSON pointer into what came in, and what is wrong in plain words. */
export type FieldError = { readonly path: string; readonly message: string };

/** What a command gives: its value, or why it did not happen. */
export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

/** The result of a command that happened. */
export function done<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

/** The result of a command that did not happen. */
export function refuse(
  code: RefusalCode,
  message: string,
  data: JsonObject = {},
): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: { code, message, data } };
}

/** The refusal of wrong fields. The message repeats the first one, for readers that show no list. */
export function refuseFields(errors: readonly FieldError[]): {
  readonly ok: false;
  readonly refusal: Refusal;
} {
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  const where = first && first.path !== '' ? `${first.path}: ` : '';
  return refuse('invalid', `${where}${first?.message ?? 'This is not valid.'}${more}`, {
    errors: errors.map(({ path, message }) => ({ path, message })),
  });
}
