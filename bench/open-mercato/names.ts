/** A key of ours made of an id of theirs. */
export function keyOf(id: string): string {
  const key = id
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return (/^[a-z]/.test(key) ? key : `k_${key}`).slice(0, 60);
}

/** The first of `wanted`, `wanted_2`, … that is not taken; it is taken from then on. */
export function freeKey(wanted: string, taken: Set<string>): string {
  let key = wanted;
  for (let number = 2; taken.has(key); number += 1) key = `${wanted}_${number}`;
  taken.add(key);
  return key;
}

/** A name that fits: theirs, else one made of the id. */
export function nameOf(name: string | undefined, id: string): string {
  const words = (name ?? id.replace(/[_-]+/g, ' ')).trim();
  return words.slice(0, 120) || 'Step';
}
