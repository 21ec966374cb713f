'use client';

import { Button as BaseButton } from '@base-ui/react/button';
import type { ComponentProps, ReactNode } from 'react';
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-styles';
import { Tooltip } from './tooltip';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'className' | 'children'> & {
  /** What it does; the accessible name and the tooltip. */
  label: string;
  icon: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Keys that do the same, shown in the tooltip. */
  keys?: readonly string[];
  className?: string;
};

/** A square button with an icon only; its label is its tooltip and its accessible name. */
export function IconButton({
  label,
  icon,
  variant = 'quiet',
  size,
  keys,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip content={label} keys={keys}>
      <BaseButton
        type="button"
        {...rest}
        aria-label={label}
        className={buttonClass({ variant, size, square: true, className })}
      >
        {icon}
      </BaseButton>
    </Tooltip>
  );
}
