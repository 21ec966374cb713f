import { type Result, done, refuse } from '@/lib/people/refusal';

/** The revision or version of something as an entity tag (RFC 9110, 8.8.3). */
export function entityTag(revision: number): string {
  return `"${revision}"`;
}

/** The revision that `If-Match` names; null without the header. */
export function ifMatch(headers: Headers): Result<number | null> {
  const value = headers.get('if-match');
  if (value === null) return done(null);
  const revision = /^(?:W\/)?"?(\d{1,9})"?$/.exec(value.trim())?.[1];
  if (revision !== undefined) return done(Number(revision));
  return refuse('invalid', 'If-Match takes the ETag of the last answer, such as "3".', {
    errors: [{ path: '/If-Match', message: 'this is no revision' }],
  });
}
