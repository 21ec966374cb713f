import type { z } from 'zod';
import { forbiddenNames } from '@/lib/engine/json';
import { type FieldError, type Refusal, type Result, done, refuse, refuseFields } from './refusal';
import { isStorableText } from './text';

/** Deeper JSON than this is refused: it is nobody's data, and code that walks it by recursion would overflow. */
const deepest = 64;

/**
 * What came in from outside, checked: that the database can store every text and number of it, that no name would reach a
 * prototype, that it is not nested without end; and then its schema. The one check of page, action and API alike.
 */
export function readInput<T extends z.ZodType>(schema: T, input: unknown): Result<z.output<T>> {
  const unstorable = unstorableIn(input);
  if (unstorable) return refuseFields([unstorable]);
  const read = schema.safeParse(input);
  return read.success ? done(read.data) : refuseFields(fieldErrors(read.error));
}

/**
 * The refusal of a part that is larger than it may be, as JSON; null when it is not. Call it after `readInput`, which has
 * refused what is nested without end.
 */
export function tooLarge(
  what: string,
  value: unknown,
  limit: number,
): { readonly ok: false; readonly refusal: Refusal } | null {
  const size = Buffer.byteLength(JSON.stringify(value) ?? '');
  if (size <= limit) return null;
  return refuse('too_large', `The ${what} has ${size} bytes; ${limit} is the most.`, { size, limit });
}

/** Zod's issues with their places as JSON pointers. */
export function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.flatMap((issue) => {
    const place = pointer(issue.path);
    if (issue.code !== 'unrecognized_keys') return [{ path: place, message: issue.message }];
    return issue.keys.map((key) => ({
      path: `${place}${pointer([key])}`,
      message: 'there is no such field',
    }));
  });
}

/** The first place whose value cannot be kept as it is; null when there is none. Walks without recursion. */
export function unstorableIn(input: unknown): FieldError | null {
  const open: { readonly at: string; readonly depth: number; readonly value: unknown }[] = [
    { at: '', depth: 0, value: input },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const { at, depth, value } = next;
    const wrong = wrongWith(value, depth);
    if (wrong) return { path: at, message: wrong };
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      const place = `${at}${pointer([name])}`;
      if (!isStorableText(name))
        return { path: at, message: 'a name here has characters that cannot be stored' };
      if (!Array.isArray(value) && forbiddenNames.has(name))
        return { path: place, message: `${name} is a reserved name` };
      open.push({ at: place, depth: depth + 1, value: inner });
    }
  }
  return null;
}

function wrongWith(value: unknown, depth: number): string | null {
  if (depth > deepest) return `this is nested more than ${deepest} levels deep`;
  if (typeof value === 'string' && !isStorableText(value))
    return 'this has characters that cannot be stored: NUL, or half of a surrogate pair';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'this number is too large';
  return null;
}

function pointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
