'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ReasonDialog } from '@/components/instances/reason-dialog';
import { Button } from '@/components/ui/button';
import { cancelInstanceAction } from '@/lib/instances/actions';

/** Takes a request back, for good, with a reason. @param name what people call the request */
export function WithdrawButton({ instanceId, name }: { instanceId: string; name: string }) {
  const t = useTranslations('requests');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="quiet" onClick={() => setOpen(true)}>
        {t('withdraw')}
        <span className="sr-only">: {name}</span>
      </Button>
      <ReasonDialog
        open={open}
        onOpenChange={setOpen}
        tone="danger"
        title={t('withdrawTitle', { name })}
        text={t('withdrawText')}
        confirmLabel={t('withdraw')}
        cancelLabel={t('keep')}
        done={t('withdrawn')}
        run={(reason) => cancelInstanceAction(instanceId, { reason })}
      />
    </>
  );
}
