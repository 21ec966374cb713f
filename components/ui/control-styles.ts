/** What every text-like control shares: surface, outline of 3:1, focus and invalid states. 16 px text for fingers, so phones do not zoom in. */
export const controlClass =
  'w-full min-w-0 rounded-md border border-control bg-surface px-2.5 text-base text-ink shadow-control transition-colors ' +
  'placeholder:text-faint hover:border-muted pointer-coarse:text-md ' +
  'focus-visible:border-focus focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-focus ' +
  'data-invalid:border-danger disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted disabled:border-line-strong ' +
  'data-disabled:cursor-not-allowed data-disabled:bg-sunken data-disabled:text-muted data-disabled:border-line-strong read-only:not-[button]:bg-sunken';
