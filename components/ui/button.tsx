'use client';

import { Button as BaseButton } from '@base-ui/react/button';
import type { ComponentProps, ReactNode } from 'react';
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-styles';
import { classNames } from './class-names';
import { Spinner } from './spinner';
import { Tooltip } from './tooltip';

export type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Leading icon, 16 px. */
  icon?: ReactNode;
  /** Work is under way: the button keeps its width and its focus, shows a spinner and does nothing. */
  busy?: boolean;
  /** Why it cannot be used now. The button is disabled, stays focusable and says this on hover and focus. */
  disabledReason?: string;
  className?: string;
};

/** A button. `type` is `button` unless said otherwise, so it never submits a form by accident. */
export function Button({
  variant,
  size,
  icon,
  busy = false,
  disabledReason,
  disabled,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const button = (
    <BaseButton
      {...rest}
      type={type}
      disabled={disabled || busy || disabledReason !== undefined}
      focusableWhenDisabled={busy || disabledReason !== undefined}
      aria-busy={busy || undefined}
      className={buttonClass({
        variant,
        size,
        className: classNames(busy && 'data-disabled:opacity-100', className),
      })}
    >
      {busy ? (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      ) : null}
      <span className={busy ? 'inline-flex items-center gap-1.5 opacity-0' : 'contents'}>
        {icon}
        {children}
      </span>
    </BaseButton>
  );
  return disabledReason === undefined ? button : <Tooltip content={disabledReason}>{button}</Tooltip>;
}
