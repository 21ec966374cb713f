import { forbiddenNames } from '@/lib/engine/json';

/** Keys for elements: made of their names, or of their ids where they have none, each one once. */
export class Names {
  readonly #taken: Set<string>;

  /** @param taken keys that are given already */
  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  /** A key of its own. */
  key(name: string | undefined, id: string, fallback: string): string {
    const wanted = keyOf(name ?? '') || keyOf(id) || fallback;
    for (let number = 1; ; number += 1) {
      const key = number === 1 ? wanted : `${wanted.slice(0, 58)}_${number}`;
      if (this.#taken.has(key)) continue;
      this.#taken.add(key);
      return key;
    }
  }
}

/** A text as a key; empty where it has no letter that a key may have. */
export function keyOf(text: string): string {
  const key = text
    .normalize('NFKD')
    .replaceAll('ß', 'ss')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 60)
    .replace(/_+$/, '');
  return forbiddenNames.has(key) ? '' : key;
}

/** What people read: on one line, as long as a name may be; undefined where nothing is left. */
export function nameOf(text: string | undefined): string | undefined {
  const name = (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 200).trim();
  return name === '' ? undefined : name;
}
