/** The beginning of a hash, enough to tell two versions apart by eye. */
export function shortHash(hash: string): string {
  return hash.slice(0, 12);
}
