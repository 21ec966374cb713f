import { forbiddenNames } from '@/lib/engine/json';

const longest = 64;

/**
 * The key that a name proposes: `Prüfen & zahlen` → `prufen_zahlen`. Letters of other scripts have no counterpart; a
 * name without any letter that has gives the fallback.
 */
export function keyOfName(name: string, fallback: string): string {
  const key = name
    .normalize('NFKD')
    .replaceAll('ß', 'ss')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, longest)
    .replace(/_+$/, '');
  return key === '' || forbiddenNames.has(key) ? fallback : key;
}

/** The key itself, or with the first number that makes it one of its own. */
export function freeKey(wanted: string, taken: Iterable<string>): string {
  const all = new Set(taken);
  if (!all.has(wanted)) return wanted;
  for (let number = 2; ; number += 1) {
    const ending = `_${number}`;
    const key = wanted.slice(0, longest - ending.length) + ending;
    if (!all.has(key)) return key;
  }
}

/** Whether the key is what `freeKey` makes of the wanted one: as it is, or with a number. */
export function isKeyFrom(key: string, wanted: string): boolean {
  return key === wanted || (key.startsWith(`${wanted}_`) && /^\d+$/.test(key.slice(wanted.length + 1)));
}

/** Whether the key is what the name proposes, as it is or with a number: then it goes on following the name. */
export function followsName(key: string, name: string | undefined, fallback: string): boolean {
  return isKeyFrom(key, name === undefined ? fallback : keyOfName(name, fallback));
}
