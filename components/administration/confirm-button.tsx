'use client';

import type { ReactElement } from 'react';
import { AlertDialog } from '@/components/ui/alert-dialog';
import type { Result } from '@/lib/people/refusal';
import { Problem } from './problem';
import { useChange } from './use-change';

/** A button that asks before it does something, and says what came of it. */
export function ConfirmButton({
  trigger,
  title,
  text,
  confirm,
  done,
  tone,
  run,
  onDone,
}: {
  trigger: ReactElement;
  title: string;
  text: string;
  confirm: string;
  done: string;
  tone?: 'normal' | 'danger';
  run: () => Promise<Result<unknown>>;
  onDone?: () => void;
}) {
  const change = useChange();
  return (
    <AlertDialog
      trigger={trigger}
      title={title}
      description={text}
      confirmLabel={confirm}
      tone={tone}
      onConfirm={async () => {
        const value = await change.run(run, done);
        if (value !== null) onDone?.();
        return value !== null;
      }}
    >
      <Problem change={change} />
    </AlertDialog>
  );
}
