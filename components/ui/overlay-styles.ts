export const backdropClass =
  'fixed inset-0 z-40 min-h-dvh bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0';

/** Centred on a desktop; a sheet from the bottom edge on a phone. */
export const dialogPopupClass =
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-xl bg-raised text-ink shadow-overlay outline-none ' +
  'transition-[translate,scale,opacity] duration-200 ease-quiet data-ending-style:opacity-0 data-starting-style:opacity-0 ' +
  'max-sm:data-ending-style:translate-y-8 max-sm:data-starting-style:translate-y-8 ' +
  'sm:inset-x-auto sm:bottom-auto sm:left-1/2 sm:top-[12dvh] sm:max-h-[76dvh] sm:-translate-x-1/2 sm:rounded-xl ' +
  'sm:data-ending-style:scale-[0.98] sm:data-starting-style:scale-[0.98]';

export const dialogWidth = {
  sm: 'sm:w-104',
  md: 'sm:w-136',
  lg: 'sm:w-180',
} as const;
