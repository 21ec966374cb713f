import { classNames } from './class-names';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-quiet';
export type ButtonSize = 'sm' | 'md' | 'lg';

const base =
  'relative inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap select-none ' +
  'transition-colors disabled:opacity-50 data-disabled:opacity-50 data-disabled:cursor-not-allowed ' +
  '[&_svg]:size-4 [&_svg]:shrink-0';

const variants: Readonly<Record<ButtonVariant, string>> = {
  primary:
    'bg-accent text-on-accent shadow-control not-data-disabled:hover:bg-accent-hover not-data-disabled:active:bg-accent-hover',
  secondary:
    'border border-line-strong bg-surface text-ink shadow-control not-data-disabled:hover:bg-hover not-data-disabled:active:bg-pressed data-popup-open:bg-hover',
  quiet:
    'text-muted not-data-disabled:hover:bg-hover not-data-disabled:hover:text-ink not-data-disabled:active:bg-pressed data-popup-open:bg-hover data-popup-open:text-ink',
  danger:
    'bg-danger text-on-accent shadow-control not-data-disabled:hover:bg-danger-hover not-data-disabled:active:bg-danger-hover',
  'danger-quiet':
    'border border-line-strong bg-surface text-danger-ink shadow-control not-data-disabled:hover:bg-danger-soft not-data-disabled:hover:border-danger-line',
};

// A finger gets 44 px; a mouse gets the density of the list.
const sizes: Readonly<Record<ButtonSize, string>> = {
  sm: 'h-7 px-2.5 text-sm pointer-coarse:h-11 pointer-coarse:px-3.5',
  md: 'h-8 px-3 text-sm pointer-coarse:h-11 pointer-coarse:px-4',
  lg: 'h-10 px-4 text-base pointer-coarse:h-12',
};

const squares: Readonly<Record<ButtonSize, string>> = {
  sm: 'size-7 pointer-coarse:size-11',
  md: 'size-8 pointer-coarse:size-11',
  lg: 'size-10 pointer-coarse:size-12',
};

/** The classes of a button, shared by real buttons and by links that look like one. */
export function buttonClass(options: {
  variant?: ButtonVariant;
  size?: ButtonSize;
  square?: boolean;
  className?: string;
}): string {
  const size = options.size ?? 'md';
  return classNames(
    base,
    variants[options.variant ?? 'secondary'],
    options.square ? squares[size] : sizes[size],
    options.className,
  );
}
