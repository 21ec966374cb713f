'use client';

import { SkipForward } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConsequencesPreview } from '@/components/support/consequences-preview';
import { Button } from '@/components/ui/button';
import { skipActivityAction } from '@/lib/instances/actions';
import { ReasonDialog } from './reason-dialog';

/** Lets the instance go on without the failed activity. */
export function SkipButton({
  instanceId,
  execution,
  activity,
}: {
  instanceId: string;
  execution: string;
  activity: string;
}) {
  const t = useTranslations('instance.actions');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" icon={<SkipForward aria-hidden />} onClick={() => setOpen(true)}>
        {t('skipActivity', { activity })}
      </Button>
      <ReasonDialog
        open={open}
        onOpenChange={setOpen}
        tone="danger"
        title={t('skipTitle', { activity })}
        text={t('skipText')}
        confirmLabel={t('skip')}
        done={t('skipDone')}
        run={(reason) => skipActivityAction(instanceId, { execution, reason })}
      >
        {open ? <ConsequencesPreview instanceId={instanceId} action={{ action: 'skip', execution }} /> : null}
      </ReasonDialog>
    </>
  );
}
