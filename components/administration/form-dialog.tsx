'use client';

import { useState, type ReactElement, type ReactNode } from 'react';
import { Dialog, type DialogProps } from '@/components/ui/dialog';

/** A form in a dialog that a button opens; the form is made anew each time. */
export function FormDialog({
  trigger,
  title,
  text,
  size,
  form,
}: {
  trigger: ReactElement;
  title: string;
  text?: string;
  size?: DialogProps['size'];
  /** The form; it closes the dialog with `close`. */
  form: (close: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog trigger={trigger} open={open} onOpenChange={setOpen} title={title} description={text} size={size}>
      {form(() => setOpen(false))}
    </Dialog>
  );
}
