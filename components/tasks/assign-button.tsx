'use client';

import { UserRoundPlus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useShortcut } from '@/components/shell/shortcuts';
import { IconButton } from '@/components/ui/icon-button';
import { notify } from '@/components/ui/toast';
import { assignTaskAction } from '@/lib/tasks/actions';
import { AssignDialog } from './assign-dialog';

/** Gives the task to somebody else who may decide it. */
export function AssignButton({ taskId }: { taskId: string }) {
  const t = useTranslations('inbox.assign');
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  useShortcut(['e'], t('button'), () => setOpen(true));

  async function assign(to: string, reason: string) {
    setBusy(true);
    try {
      const result = await assignTaskAction(taskId, { to, reason });
      if (result.ok) setOpen(false);
      else notify({ tone: 'caution', title: t('failed'), description: result.refusal.message });
    } catch {
      notify({ tone: 'danger', title: t('failed'), description: t('unreachable') });
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <IconButton
        size="sm"
        label={t('button')}
        keys={['e']}
        icon={<UserRoundPlus aria-hidden />}
        onClick={() => setOpen(true)}
      />
      {open ? (
        <AssignDialog
          tasks={[taskId]}
          busy={busy}
          onAssign={(to, reason) => void assign(to, reason)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
