'use client';

import { Popover as BasePopover } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names';
import { popupClass } from './popup-styles';

/** Content beside its trigger that can hold controls. */
export function Popover({
  trigger,
  title,
  align = 'start',
  side = 'bottom',
  className,
  children,
}: {
  trigger: ReactElement;
  title?: ReactNode;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'right' | 'bottom' | 'left';
  className?: string;
  children: ReactNode;
}) {
  return (
    <BasePopover.Root>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner side={side} align={align} sideOffset={6} className="z-50">
          <BasePopover.Popup
            className={classNames(
              popupClass,
              'max-h-(--available-height) w-80 max-w-[calc(100vw-2rem)] overflow-y-auto p-4',
              className,
            )}
          >
            {title ? (
              <BasePopover.Title className="mb-2 text-sm font-semibold">{title}</BasePopover.Title>
            ) : null}
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
