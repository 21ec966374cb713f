const unstorable = /\u0000|\p{Surrogate}/u;

/** True for a text that PostgreSQL can store: without the NUL character and without half of a surrogate pair. */
export function isStorableText(text: string): boolean {
  return !unstorable.test(text);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for the text of a UUID. What is none is no id of ours, so a query with it would only fail. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && uuid.test(value);
}

/** A pattern for ILIKE that finds the words anywhere, taken literally; null where nothing was typed. */
export function likePattern(words: string | undefined): string | null {
  const text = words?.trim() ?? '';
  if (text === '' || !isStorableText(text)) return null;
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}
