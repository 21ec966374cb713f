import type { Refusal, RefusalCode } from '@/lib/people/refusal';

/** Codes that only the HTTP layer itself gives. */
export type ProblemCode =
  RefusalCode | 'invalid_json' | 'unsupported_media_type' | 'cross_site' | 'internal' | 'unavailable';

/** A refusal of this layer or of a use case. */
export type HttpRefusal = {
  readonly ok: false;
  readonly refusal: Omit<Refusal, 'code'> & { readonly code: ProblemCode };
};

/** Code → HTTP status; the one place. */
const statuses: Readonly<Record<ProblemCode, number>> = {
  invalid_json: 400,
  unauthenticated: 401,
  forbidden: 403,
  cross_site: 403,
  not_found: 404,
  not_allowed: 409,
  stale: 409,
  terminal: 409,
  lease_lost: 409,
  duplicate: 409,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};

const titles: Readonly<Record<ProblemCode, string>> = {
  invalid_json: 'The body is not JSON',
  unauthenticated: 'Sign in, or send an API key',
  forbidden: 'Not permitted',
  cross_site: 'Sent from another site',
  not_found: 'Not found',
  not_allowed: 'Not allowed in this state',
  stale: 'Changed in the meantime',
  terminal: 'Has ended',
  lease_lost: 'The lease is lost',
  duplicate: 'Exists already',
  too_large: 'Too large',
  unsupported_media_type: 'Send JSON',
  invalid: 'Not valid',
  rate_limited: 'Too many requests',
  internal: 'Something went wrong here',
  unavailable: 'Not available at the moment',
};

/**
 * A problem document (RFC 9457). `code` is stable; `detail` is for people; what the refusal knows stands beside them.
 * @param conditional the request named what it had seen (`If-Match`): then `stale` is a failed precondition
 */
export function problem({ code, message, data }: HttpRefusal['refusal'], conditional = false): Response {
  const status = code === 'stale' && conditional ? 412 : statuses[code];
  const retryAfter = data['retryAfterSeconds'];
  const body = {
    ...data,
    type: `urn:interlock:problem:${code}`,
    title: titles[code],
    status,
    code,
    detail: message,
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...(code === 'unauthenticated' && { 'www-authenticate': 'Bearer realm="Interlock"' }),
      ...(typeof retryAfter === 'number' && { 'retry-after': String(Math.ceil(retryAfter)) }),
    },
  });
}
