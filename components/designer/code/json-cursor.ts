/** Where a cursor stands in a JSON text that need not be whole yet. */
export type JsonCursor = {
  /** The objects and lists that it is inside of, the outermost first. */
  readonly frames: readonly Frame[];
  /** A name of the innermost object, or a value. */
  readonly expects: 'name' | 'value';
  /** What is written of it already, without the quote. */
  readonly typed: string;
  /** Where that begins, its quote included. */
  readonly from: number;
};

export type Frame = {
  readonly kind: 'object' | 'list';
  /** Names that the object has before the cursor, with their values where these are texts. */
  readonly members: ReadonlyMap<string, string | null>;
  /** The name whose value the cursor is in or at; null in a list, and where a name is expected. */
  readonly name: string | null;
};

type Open = { kind: 'object' | 'list'; members: Map<string, string | null>; name: string | null };

/** Reads a text up to a cursor. @returns null where neither a name nor a value can be written: behind a value, in a comment */
export function cursorAt(text: string, offset: number): JsonCursor | null {
  const frames: Open[] = [];
  let expects: 'name' | 'value' | 'colon' | 'comma' = 'value';
  const here = (typed: string, from: number): JsonCursor | null =>
    expects === 'name' || expects === 'value' ? { frames, expects, typed, from } : null;
  const valueEnded = (value: string | null) => {
    const top = frames.at(-1);
    if (top?.kind === 'object' && top.name !== null) top.members.set(top.name, value);
    expects = 'comma';
  };
  let at = 0;
  while (at < offset) {
    const sign = text[at]!;
    if (/\s/.test(sign)) {
      at += 1;
    } else if (sign === '"') {
      const end = endOfString(text, at);
      if (end === null || end > offset) return here(text.slice(at + 1, offset), at);
      const content = text.slice(at + 1, end - 1);
      const top = frames.at(-1);
      if (expects === 'name' && top) {
        top.name = content;
        expects = 'colon';
      } else valueEnded(content);
      at = end;
    } else if (sign === '{' || sign === '[') {
      frames.push({ kind: sign === '{' ? 'object' : 'list', members: new Map(), name: null });
      expects = sign === '{' ? 'name' : 'value';
      at += 1;
    } else if (sign === '}' || sign === ']') {
      frames.pop();
      valueEnded(null);
      at += 1;
    } else if (sign === ':') {
      expects = 'value';
      at += 1;
    } else if (sign === ',') {
      const top = frames.at(-1);
      if (top) top.name = null;
      expects = top?.kind === 'object' ? 'name' : 'value';
      at += 1;
    } else {
      const end = at + Math.max(1, /^[\w.+-]*/.exec(text.slice(at))?.[0].length ?? 1);
      if (end >= offset) return here(text.slice(at, offset), at);
      valueEnded(null);
      at = end;
    }
  }
  return here('', offset);
}

/** The offset behind the closing quote; null where the line ends before it. */
function endOfString(text: string, from: number): number | null {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
    else if (text[at] === '\n') return null;
  }
  return null;
}
