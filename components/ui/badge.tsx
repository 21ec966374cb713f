import type { ReactNode } from 'react';
import { classNames } from './class-names';
import { softTone, type Tone } from './tone';

/** A short word or number in a soft box: a version, a count, a kind. For a status use StatusMark. */
export function Badge({
  tone = 'neutral',
  icon,
  className,
  children,
}: {
  tone?: Tone;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        'inline-flex h-5 max-w-full shrink-0 items-center gap-1 rounded-sm border px-1.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3',
        softTone[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}
