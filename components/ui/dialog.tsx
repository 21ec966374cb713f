'use client';

import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactElement, ReactNode } from 'react';
import { buttonClass } from './button-styles';
import { classNames } from './class-names';
import { backdropClass, dialogPopupClass, dialogWidth } from './overlay-styles';

export type DialogProps = {
  /** The element that opens it; leave out when `open` is controlled. */
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Buttons of the last row. */
  footer?: ReactNode;
  size?: keyof typeof dialogWidth;
  children?: ReactNode;
};

/** A modal dialog: focus stays inside, Escape closes, focus returns to where it was. A bottom sheet on phones. */
export function Dialog({
  trigger,
  open,
  onOpenChange,
  title,
  description,
  footer,
  size = 'md',
  children,
}: DialogProps) {
  const t = useTranslations('ui');
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      {trigger ? <BaseDialog.Trigger render={trigger} /> : null}
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropClass} />
        <BaseDialog.Popup className={classNames(dialogPopupClass, dialogWidth[size])}>
          <header className="flex items-start gap-4 px-5 pt-4 pb-3">
            <div className="min-w-0 flex-1">
              <BaseDialog.Title className="text-md font-semibold">{title}</BaseDialog.Title>
              {description ? (
                <BaseDialog.Description className="mt-1 text-base text-muted">
                  {description}
                </BaseDialog.Description>
              ) : null}
            </div>
            <BaseDialog.Close
              aria-label={t('close')}
              className={buttonClass({ variant: 'quiet', square: true, className: '-mr-2 -mt-1' })}
            >
              <X aria-hidden />
            </BaseDialog.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>
          {footer ? <DialogFooter>{footer}</DialogFooter> : null}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** The last row of a dialog: buttons at the right, full width on phones with the main one on top. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-col-reverse gap-2 border-t border-line bg-sunken px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end sm:rounded-b-xl">
      {children}
    </footer>
  );
}
