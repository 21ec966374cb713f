'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { reopenInstanceAction } from '@/lib/instances/actions';
import { ReasonDialog } from './reason-dialog';

export type ReopenDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  instanceId: string;
  name: string;
};

/** Asks why what has ended is taken up again, and goes to the new instance. */
export function ReopenDialog({ open, onOpenChange, instanceId, name }: ReopenDialogProps) {
  const t = useTranslations('instance.actions');
  const router = useRouter();
  return (
    <ReasonDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('reopenTitle', { instance: name })}
      text={t('reopenText')}
      confirmLabel={t('reopen')}
      done={t('reopenDone')}
      run={async (reason) => {
        const result = await reopenInstanceAction(instanceId, { reason });
        if (result.ok) router.push(`/instances/${result.value.id}`);
        return result;
      }}
    />
  );
}
