/**
 * A short text that a pattern allows, as `AA-000000` for `^[A-Z]{2}-[0-9]{6}$`; null where the pattern says more than letters,
 * classes, groups, choices and how often each comes.
 */
export function exampleOfPattern(pattern: string): string | null {
  const reader = { rest: pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '') };
  const text = choice(reader);
  return reader.rest === '' ? text : null;
}

type Reader = { rest: string };

/** The first of several ways to write it. */
function choice(reader: Reader): string | null {
  const first = sequence(reader);
  while (first !== null && reader.rest.startsWith('|')) {
    reader.rest = reader.rest.slice(1);
    if (sequence(reader) === null) return null;
  }
  return first;
}

function sequence(reader: Reader): string | null {
  let text = '';
  while (reader.rest !== '' && !/^[|)]/.test(reader.rest)) {
    const one = atom(reader);
    if (one === null) return null;
    text += one.repeat(times(reader));
  }
  return text;
}

function atom(reader: Reader): string | null {
  const group = take(reader, /^\((\?:)?/);
  if (group) {
    const inner = choice(reader);
    return inner !== null && take(reader, /^\)/) ? inner : null;
  }
  const listed = take(reader, /^\[((?:\\.|[^\]\\])+)\]/);
  if (listed) return ofClass(listed[1]!);
  const escaped = take(reader, /^\\(.)/);
  if (escaped) return ofEscape(escaped[1]!);
  if (take(reader, /^\./)) return 'a';
  return take(reader, /^[^\\^$.*+?()[\]{}|]/)?.[0] ?? null;
}

/** A letter of a class such as `A-Z0-9`; of one that says what it is not, null. */
function ofClass(listed: string): string | null {
  if (listed.startsWith('^')) return null;
  return listed.startsWith('\\') ? ofEscape(listed[1]!) : listed[0]!;
}

function ofEscape(letter: string): string | null {
  if (letter === 'd') return '0';
  if (letter === 'w') return 'a';
  if (letter === 's') return ' ';
  return /[A-Za-z0-9]/.test(letter) ? null : letter;
}

/** How often what was just read comes at least; once where it may come once or more, or not at all. */
function times(reader: Reader): number {
  const counted = take(reader, /^\{(\d+)(?:,(\d*))?\}\??/);
  if (counted) return Math.min(1_000, Math.max(Number(counted[1]), counted[2] === '0' ? 0 : 1));
  take(reader, /^[*+?]\??/);
  return 1;
}

function take(reader: Reader, form: RegExp): RegExpExecArray | null {
  const found = form.exec(reader.rest);
  if (found) reader.rest = reader.rest.slice(found[0].length);
  return found;
}
