/** What floats above the page: menus, selects, popovers. Grows out of its trigger. */
export const popupClass =
  'rounded-lg bg-raised text-ink shadow-raised outline-none origin-(--transform-origin) transition-[scale,opacity] ' +
  'data-starting-style:scale-[0.98] data-starting-style:opacity-0 data-ending-style:scale-[0.98] data-ending-style:opacity-0';

/** One row of a menu-like popup. */
export const popupItemClass =
  'flex w-full cursor-default items-center gap-2 rounded-md px-2 py-1.5 text-sm text-ink outline-none select-none ' +
  'data-highlighted:bg-hover data-disabled:opacity-50 pointer-coarse:py-3 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-faint';
