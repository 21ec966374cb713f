import Link from 'next/link';
import type { ComponentProps } from 'react';
import { classNames } from './class-names';

/** A link inside text or a list: accent-coloured, underlined on hover and focus. */
export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      {...rest}
      className={classNames(
        'rounded-sm font-medium text-accent-ink underline decoration-accent-line underline-offset-3 transition-colors hover:decoration-current',
        className,
      )}
    />
  );
}
