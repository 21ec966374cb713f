/**
 * Which files a step or a field of a form takes (`accept`): media types (`application/pdf`), all of a kind (`image/*`) and,
 * of a step, endings of names (`.pdf`).
 */
const mediaType = /^(?:\*\/\*|[a-z0-9][a-z0-9!#$&^_.+-]*\/(?:\*|[a-z0-9][a-z0-9!#$&^_.+-]*))$/i;
const ending = /^\.[a-z0-9]{1,10}$/i;

/** Whether an entry of `accept` is a media type, or all of a kind. */
export function isMediaType(entry: unknown): entry is string {
  return typeof entry === 'string' && mediaType.test(entry);
}

/** Whether an entry of a step's `accept` can be met by a file at all. */
export function isAcceptEntry(entry: string): boolean {
  return isMediaType(entry.trim()) || ending.test(entry.trim());
}

/** The media types that a form's field takes; none: any. */
export function acceptedTypes(field: { readonly [word: string]: unknown }): readonly string[] {
  const { accept } = field;
  return Array.isArray(accept) ? accept.filter(isMediaType) : [];
}
