'use client';

import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactElement, ReactNode } from 'react';
import { buttonClass } from './button-styles';
import { classNames } from './class-names';
import { backdropClass } from './overlay-styles';

const sides = {
  right:
    'inset-y-0 right-0 w-104 max-w-[calc(100vw-2rem)] data-starting-style:translate-x-full data-ending-style:translate-x-full',
  bottom:
    'inset-x-0 bottom-0 max-h-[88dvh] rounded-t-xl data-starting-style:translate-y-full data-ending-style:translate-y-full',
} as const;

export type SheetProps = {
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  title: ReactNode;
  side?: keyof typeof sides;
  children: ReactNode;
};

/** A panel that slides in from an edge: details beside a list, or more choices on a phone. */
export function Sheet({ trigger, open, onOpenChange, title, side = 'right', children }: SheetProps) {
  const t = useTranslations('ui');
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      {trigger ? <BaseDialog.Trigger render={trigger} /> : null}
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropClass} />
        <BaseDialog.Popup
          className={classNames(
            'fixed z-50 flex flex-col bg-raised text-ink shadow-overlay outline-none transition-transform duration-250 ease-quiet',
            sides[side],
          )}
        >
          <header className="flex items-center gap-4 border-b border-line px-4 py-2">
            <BaseDialog.Title className="flex-1 text-base font-semibold">{title}</BaseDialog.Title>
            <BaseDialog.Close
              aria-label={t('close')}
              className={buttonClass({ variant: 'quiet', square: true, className: '-mr-1' })}
            >
              <X aria-hidden />
            </BaseDialog.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
            {children}
          </div>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
