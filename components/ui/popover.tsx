'use client';

import { Popover as BasePopover } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names';
import { popupClass } from './popup-styles';

export type PopoverProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  trigger: ReactElement;
  /** Its heading and accessible name. */
  title: ReactNode;
  /** Beside the heading. */
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** Something to read and act on that floats at its button: a list, a small form. On a phone as wide as the screen. */
export function Popover({ open, onOpenChange, trigger, title, actions, className, children }: PopoverProps) {
  return (
    <BasePopover.Root open={open} onOpenChange={onOpenChange}>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner side="bottom" align="end" sideOffset={6} className="z-50 outline-none">
          <BasePopover.Popup
            className={classNames(
              popupClass,
              'flex max-h-(--available-height) w-100 max-w-[calc(100vw-1rem)] flex-col overflow-hidden',
              className,
            )}
          >
            <header className="flex min-h-11 items-center gap-2 border-b border-line px-4 py-1.5">
              <BasePopover.Title className="text-sm font-semibold">{title}</BasePopover.Title>
              <div className="ml-auto flex items-center gap-1">{actions}</div>
            </header>
            <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
