'use client';

import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState, type ReactElement, type ReactNode } from 'react';
import { Button } from './button';
import { classNames } from './class-names';
import { DialogFooter } from './dialog';
import { backdropClass, dialogPopupClass, dialogWidth } from './overlay-styles';

export type AlertDialogProps = {
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Names what will happen and to what: "Cancel request 1042?" */
  title: ReactNode;
  /** The consequence, and whether it can be undone. */
  description?: ReactNode;
  /** The verb of the title, never "OK". */
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'normal' | 'danger';
  /** Runs on confirming. The dialog stays, busy, until it settles; `false` keeps it open (show why in `children`). */
  onConfirm: () => void | boolean | Promise<void | boolean>;
  /** For instance a reason field. */
  children?: ReactNode;
};

/** Asks before something that cannot be undone. A click outside does not answer it; Escape cancels. */
export function AlertDialog(props: AlertDialogProps) {
  const {
    trigger,
    title,
    description,
    confirmLabel,
    cancelLabel,
    tone = 'normal',
    onConfirm,
    children,
  } = props;
  const t = useTranslations('ui');
  const [innerOpen, setInnerOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const open = props.open ?? innerOpen;

  function setOpen(next: boolean) {
    if (busy) return;
    setInnerOpen(next);
    props.onOpenChange?.(next);
  }

  /** Enter in a field says yes, but never to what cannot be undone. */
  function submitted(event: FormEvent) {
    event.preventDefault();
    // A form around the button that opened it is another one, though React would tell it too.
    event.stopPropagation();
    if (tone !== 'danger' && !busy) void confirm();
  }

  async function confirm() {
    setBusy(true);
    try {
      const keepOpen = (await onConfirm()) === false;
      if (!keepOpen) {
        setInnerOpen(false);
        props.onOpenChange?.(false);
      }
    } finally {
      setBusy(false);
    }
  }

  return (
    <BaseAlertDialog.Root open={open} onOpenChange={setOpen}>
      {trigger ? <BaseAlertDialog.Trigger render={trigger} /> : null}
      <BaseAlertDialog.Portal>
        <BaseAlertDialog.Backdrop className={backdropClass} />
        <BaseAlertDialog.Popup className={classNames(dialogPopupClass, dialogWidth.sm)}>
          <div className="min-h-0 flex-1 overflow-y-auto p-5">
            <BaseAlertDialog.Title className="text-md font-semibold">{title}</BaseAlertDialog.Title>
            {description ? (
              <BaseAlertDialog.Description className="mt-1.5 text-base text-muted">
                {description}
              </BaseAlertDialog.Description>
            ) : null}
            {children ? (
              <form onSubmit={submitted} noValidate className="mt-4">
                {children}
                <button type="submit" hidden />
              </form>
            ) : null}
          </div>
          <DialogFooter>
            <BaseAlertDialog.Close render={<Button disabled={busy}>{cancelLabel ?? t('cancel')}</Button>} />
            <Button
              variant={tone === 'danger' ? 'danger' : 'primary'}
              busy={busy}
              onClick={() => void confirm()}
            >
              {confirmLabel}
            </Button>
          </DialogFooter>
        </BaseAlertDialog.Popup>
      </BaseAlertDialog.Portal>
    </BaseAlertDialog.Root>
  );
}
