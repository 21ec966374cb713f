import { classNames } from './class-names';

const sizes = { sm: 'size-5 text-[0.5625rem]', md: 'size-7 text-xs', lg: 'size-9 text-sm' } as const;

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = words[0]?.[0] ?? '?';
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? '') : '';
  return (first + last).toLocaleUpperCase();
}

/** A person's initials in a disc. Decorative: write the name beside it, or pass `labelled` where there is no room. */
export function Avatar({
  name,
  size = 'md',
  labelled = false,
  className,
}: {
  name: string;
  size?: keyof typeof sizes;
  labelled?: boolean;
  className?: string;
}) {
  return (
    <span
      role={labelled ? 'img' : undefined}
      aria-label={labelled ? name : undefined}
      aria-hidden={labelled ? undefined : true}
      className={classNames(
        'inline-grid shrink-0 place-items-center rounded-full border border-line-strong bg-pressed font-semibold tracking-tight text-ink select-none',
        sizes[size],
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  );
}
