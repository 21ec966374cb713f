'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConsequencesPreview } from '@/components/support/consequences-preview';
import { FieldGroup } from '@/components/ui/field';
import { RadioGroup } from '@/components/ui/radio-group';
import { cancelInstanceAction } from '@/lib/instances/actions';
import type { InstanceDetail } from '@/lib/instances/schema';
import { ReasonDialog } from './reason-dialog';
import { undoOrder } from './undo-order';

export type CancelDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  instanceId: string;
  name: string;
  modes: InstanceDetail['offered']['cancelModes'];
  ledger: InstanceDetail['ledger'];
};

type Mode = CancelDialogProps['modes'][number];

/** Asks how an instance is to be cancelled and why. Before anything is undone it says what, in which order, and what stays. */
export function CancelDialog({ open, onOpenChange, instanceId, name, modes, ledger }: CancelDialogProps) {
  const t = useTranslations('instance.actions');
  const [chosen, setChosen] = useState<Mode | null>(null);
  const mode = modes.find((one) => one === chosen) ?? modes[0] ?? 'immediate';
  return (
    <ReasonDialog
      open={open}
      onOpenChange={onOpenChange}
      tone="danger"
      title={t('cancelTitle', { instance: name })}
      text={t('cancelText')}
      confirmLabel={t('cancel')}
      cancelLabel={t('keep')}
      done={t(`cancelDone.${mode}`)}
      run={(reason) => cancelInstanceAction(instanceId, { reason, mode })}
    >
      <FieldGroup label={t('cancelMode')}>
        <RadioGroup
          layout="cards"
          aria-label={t('cancelMode')}
          value={mode}
          onValueChange={(value) => setChosen(modes.find((one) => one === value) ?? null)}
          options={modes.map((one) => ({
            value: one,
            label: t(`cancelModes.${one}`),
            hint: t(`cancelModeHints.${one}`),
          }))}
        />
      </FieldGroup>
      {mode === 'compensated' ? <WhatIsUndone ledger={ledger} /> : null}
      {open ? <ConsequencesPreview instanceId={instanceId} action={{ action: 'cancel', mode }} /> : null}
    </ReasonDialog>
  );
}

function WhatIsUndone({ ledger }: { ledger: InstanceDetail['ledger'] }) {
  const t = useTranslations('instance.actions');
  const { undone, stays } = undoOrder(ledger);
  return (
    <div className="flex flex-col gap-2 text-sm">
      {undone.length === 0 ? (
        <p className="text-muted">{t('nothingToUndo')}</p>
      ) : (
        <>
          <p className="font-medium text-ink">{t('undoOrder')}</p>
          <ol className="flex list-decimal flex-col gap-1 pl-5 text-ink">
            {undone.map((entry) => (
              <li key={entry.execution}>
                {t('undoes', { compensation: entry.compensationName ?? '', activity: entry.activityName })}
                {entry.outcomeUnknown ? <span className="text-muted"> {t('outcomeUnknown')}</span> : null}
              </li>
            ))}
          </ol>
        </>
      )}
      {stays.length === 0 ? null : (
        <p className="text-muted">
          {t('staysDone', { activities: stays.map(({ activityName }) => activityName).join(', ') })}
        </p>
      )}
    </div>
  );
}
