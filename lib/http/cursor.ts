import { type Result, done, refuse } from '@/lib/people/refusal';
import { isStorableText } from '@/lib/people/text';

/**
 * A cursor is the sort key of the last row of a page (keyset pagination), so that pages stay whole while rows come and go.
 * `kind` names the list and its order: a cursor of another one is refused.
 */
export function writeCursor(kind: string, key: readonly string[]): string {
  return Buffer.from(JSON.stringify([kind, ...key])).toString('base64url');
}

/** The sort key of a cursor; undefined without a cursor, a refusal when it is none of ours. */
export function readCursor(
  cursor: string | undefined,
  kind: string,
  parts: number,
): Result<readonly string[] | undefined> {
  if (cursor === undefined || cursor === '') return done(undefined);
  const key = parse(cursor);
  if (key?.[0] === kind && key.length === parts + 1) return done(key.slice(1));
  return refuse('invalid', 'This cursor belongs to another list. Start again from the first page.', {
    errors: [{ path: '/cursor', message: 'this cursor belongs to another list' }],
  });
}

function parse(cursor: string): string[] | null {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const usable =
      Array.isArray(key) && key.every((part) => typeof part === 'string' && isStorableText(part));
    return usable ? (key as string[]) : null;
  } catch {
    return null;
  }
}
