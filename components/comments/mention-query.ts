/** A name that is being typed after an `@`: where the `@` stands, and what follows it up to the cursor. */
export type MentionQuery = { readonly at: number; readonly words: string };

/** Longer than any name that somebody types to find a person. */
const longest = 40;

/** The mention that is being typed at the cursor; null where there is none. */
export function mentionAt(text: string, cursor: number): MentionQuery | null {
  const before = text.slice(0, cursor);
  const at = before.lastIndexOf('@');
  if (at < 0 || cursor - at > longest) return null;
  // In the middle of a word it is an address.
  if (at > 0 && /[\p{L}\p{N}._-]/u.test(before[at - 1] ?? '')) return null;
  const words = before.slice(at + 1);
  return /^[\p{L}\p{N}'’.-]*(?: [\p{L}\p{N}'’.-]+)?$/u.test(words) ? { at, words } : null;
}

/** The text with the chosen name in the place of what was typed, and where the cursor stands then. */
export function withMention(
  text: string,
  { at, words }: MentionQuery,
  name: string,
): { readonly text: string; readonly cursor: number } {
  const inserted = `@${name} `;
  const rest = text.slice(at + 1 + words.length).replace(/^ /, '');
  return { text: text.slice(0, at) + inserted + rest, cursor: at + inserted.length };
}

type Named = { readonly id: string; readonly name: string };

/** Those of the chosen people whose names still stand in the text. */
export function stillNamed<Person extends Named>(text: string, chosen: readonly Person[]): Person[] {
  return chosen.filter(({ name }) => text.includes(`@${name}`));
}

/** A text in parts: what names somebody, and what stands between. The longest name counts where one begins another. */
export function mentionParts(
  text: string,
  mentions: readonly Named[],
): readonly { readonly text: string; readonly named: boolean }[] {
  const names = [...new Set(mentions.map(({ name }) => `@${name}`))].sort((a, b) => b.length - a.length);
  if (names.length === 0) return [{ text, named: false }];
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return text
    .split(new RegExp(`(${escaped.join('|')})`, 'u'))
    .filter((part) => part !== '')
    .map((part) => ({ text: part, named: names.includes(part) }));
}
