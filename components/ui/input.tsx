'use client';

import { Input as BaseInput } from '@base-ui/react/input';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names';
import { controlClass } from './control-styles';

export type InputProps = Omit<ComponentProps<typeof BaseInput>, 'className' | 'size'> & {
  size?: 'md' | 'lg';
  /** Icon inside the leading edge. */
  icon?: ReactNode;
  /** Short unit or code inside the trailing edge, such as a currency. */
  unit?: string;
  className?: string;
};

/** A file is chosen, not typed: the browser takes such a field to be read-only, and its button is ours. */
const fileClass =
  'cursor-pointer bg-surface! py-1.5 text-sm/5 file:mr-2.5 file:cursor-pointer file:rounded-sm file:bg-pressed file:px-2 file:font-medium file:text-ink pointer-coarse:py-2.5';

/** A one-line text control. Inside a Field it takes label, hint, error and invalid state from there. */
export function Input({ size = 'md', icon, unit, className, ...rest }: InputProps) {
  const control = (
    <BaseInput
      {...rest}
      className={classNames(
        controlClass,
        size === 'lg' ? 'h-10 pointer-coarse:h-12' : 'h-9 pointer-coarse:h-11',
        icon ? 'pl-8' : null,
        unit ? 'pr-12' : null,
        rest.type === 'file' ? fileClass : null,
        className,
      )}
    />
  );
  if (!icon && !unit) return control;
  return (
    <span className="relative block w-full">
      {icon ? (
        <span className="pointer-events-none absolute inset-y-0 left-2.5 z-1 grid place-items-center text-faint [&_svg]:size-4">
          {icon}
        </span>
      ) : null}
      {control}
      {unit ? (
        <span className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-sm text-faint">
          {unit}
        </span>
      ) : null}
    </span>
  );
}
