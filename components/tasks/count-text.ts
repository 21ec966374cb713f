/** Counting tasks stops here (`countLists`). */
export const countedTo = 1000;

/** A count as people read it: beyond where counting stops it says so. */
export function countText(count: number): string {
  return count < countedTo ? String(count) : `${countedTo - 1}+`;
}
