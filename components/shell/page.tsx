import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';

const widths = {
  /** Forms and text. */
  reading: 'max-w-176',
  /** Most pages. */
  normal: 'max-w-288',
  /** Wide lists and diagrams. */
  wide: 'max-w-400',
} as const;

/** The body of a page inside the shell: its width and its margins. */
export function Page({
  width = 'normal',
  className,
  children,
}: {
  width?: keyof typeof widths;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={classNames('mx-auto w-full px-4 py-5 sm:px-6 sm:py-7 lg:px-8', widths[width], className)}>
      {children}
    </div>
  );
}
