import { forbiddenNames } from '@/lib/engine/json';

const longest = 64;

/**
 * A key for every name, in the order given: the name's letters and digits in lower case, with a number behind it
 * where another name or a reserved key has taken it (`test`, `test_2`). Equal names share a key.
 */
export function uniqueKeys(
  names: Iterable<string>,
  reserved: Iterable<string> = [],
  separator: '_' | '-' | '.' = '_',
): ReadonlyMap<string, string> {
  const taken = new Set([...reserved, ...forbiddenNames]);
  const keys = new Map<string, string>();
  for (const name of names) {
    if (keys.has(name)) continue;
    const base = slug(name, separator);
    let key = base.slice(0, longest);
    for (let number = 2; taken.has(key); number += 1) {
      const ending = `${separator}${number}`;
      key = base.slice(0, longest - ending.length) + ending;
    }
    taken.add(key);
    keys.set(name, key);
  }
  return keys;
}

/** `T07-1 Draft intern advice` → `t07_1_draft_intern_advice`; `9a` → `n_9a`; letters beyond a–z lose their accents. */
export function slug(name: string, separator: '_' | '-' | '.' = '_'): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, separator)
    .slice(0, longest)
    .replace(/^[_.-]+|[_.-]+$/g, '');
  if (plain === '') return 'n';
  return /^[a-z]/.test(plain) ? plain : `n${separator}${plain}`.slice(0, longest);
}
