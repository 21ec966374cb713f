/** Of a change that was read, what it gives: a schema's defaults are for a new row, and what is left out stays. */
export function givenOf<T extends object>(read: T, change: object): Partial<T> {
  return Object.fromEntries(
    Object.entries(read).filter(([name]) => Object.hasOwn(change, name)),
  ) as Partial<T>;
}
