'use client';

import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { KeyHint } from './key-hint';

/** Shares one delay among all tooltips below: after the first, the next opens at once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <BaseTooltip.Provider delay={350} closeDelay={0}>
      {children}
    </BaseTooltip.Provider>
  );
}

export type TooltipProps = {
  content: ReactNode;
  /** Keys that do what the trigger does. */
  keys?: readonly string[];
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** Exactly one element that takes a ref; it must be focusable, or the text is lost to keyboards. */
  children: ReactElement;
};

/** A short explanation on hover and focus. Never the only place of something that must be known. */
export function Tooltip({ content, keys, side = 'top', children }: TooltipProps) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner side={side} sideOffset={6} className="z-60">
          <BaseTooltip.Popup className="flex max-w-72 items-center gap-2 rounded-md bg-ink px-2 py-1 text-xs font-medium text-canvas shadow-raised transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0 data-instant:transition-none">
            <span>{content}</span>
            {keys ? <KeyHint keys={keys} inverse /> : null}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}
