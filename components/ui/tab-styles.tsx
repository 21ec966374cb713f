export const tabListClass =
  'flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line [scrollbar-width:none] [&::-webkit-scrollbar]:hidden';

/** A tab's text with the underline of the current one. `-mb-px` lays the underline over the list's line. */
export const tabClass =
  'relative -mb-px inline-flex h-9 shrink-0 items-center gap-1.5 rounded-t-md border-b-2 border-transparent px-2.5 text-sm font-medium whitespace-nowrap text-muted transition-colors ' +
  'hover:text-ink focus-visible:-outline-offset-2 data-active:border-accent data-active:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink pointer-coarse:h-11';

export function TabCount({ count }: { count: number | string }) {
  return <span className="rounded-full bg-pressed px-1.5 text-xs font-medium text-ink">{count}</span>;
}
