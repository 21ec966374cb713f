/** A row that is told from others by its id. */
type Row = { readonly id: string };

/**
 * What a list that is in use shows after news: the same rows in the same places, each as it is now where it is known. A
 * row that the list no longer holds stays as it was.
 */
export function stillShown<T extends Row>(shown: readonly T[], fresh: readonly T[]): readonly T[] {
  const now = new Map(fresh.map((row) => [row.id, row]));
  return shown.map((row) => now.get(row.id) ?? row);
}

/** How many rows would come, go or move if the fresh list were shown: 0 when only their contents differ. */
export function differencesOf(shown: readonly Row[], fresh: readonly Row[]): number {
  const before = shown.map(({ id }) => id);
  const after = fresh.map(({ id }) => id);
  const [old, current] = [new Set(before), new Set(after)];
  const comeOrGone =
    after.filter((id) => !old.has(id)).length + before.filter((id) => !current.has(id)).length;
  if (comeOrGone > 0) return comeOrGone;
  return after.filter((id, position) => before[position] !== id).length;
}
