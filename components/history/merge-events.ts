import type { EventRow } from '@/lib/instances/schema';

/**
 * The history as far as it is loaded, after another page of it has come. Pages may overlap. Where the new one begins
 * beyond what is loaded, the loaded part is dropped: a history with a hole in it would tell a wrong story.
 * @param page ascending, without gaps
 */
export function mergeEvents(loaded: readonly EventRow[], page: readonly EventRow[]): readonly EventRow[] {
  const first = page[0]?.sequence;
  const last = page.at(-1)?.sequence;
  if (first === undefined || last === undefined) return loaded;
  const [start, end] = [loaded[0]?.sequence, loaded.at(-1)?.sequence];
  if (start === undefined || end === undefined) return page;
  if (first > end + 1 || last < start - 1) return last > end ? page : loaded;
  return [
    ...loaded.filter(({ sequence }) => sequence < first),
    ...page,
    ...loaded.filter(({ sequence }) => sequence > last),
  ];
}
