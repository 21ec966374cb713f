'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import type { Outcome } from '@/lib/engine/definition/step-schema';
import { limits } from '@/lib/tasks/schema';

/** The last look before several tasks are decided alike, with the reason that goes to all of them. */
export function BulkDecideDialog({
  outcome,
  count,
  reasonNeeded,
  busy,
  onDecide,
  onClose,
}: {
  outcome: Outcome;
  count: number;
  reasonNeeded: boolean;
  busy: boolean;
  onDecide: (reason: string | null) => void;
  onClose: () => void;
}) {
  const t = useTranslations('inbox.bulk');
  const form = useId();
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (reasonNeeded && reason.trim() === '') return;
    onDecide(reason.trim() === '' ? null : reason.trim());
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={t('decideTitle', { outcome: outcome.name, count })}
      description={t('decideText')}
      footer={
        <Button
          type="submit"
          form={form}
          variant={outcome.kind === 'negative' ? 'danger' : 'primary'}
          busy={busy}
        >
          {t('decideConfirm', { outcome: outcome.name, count })}
        </Button>
      }
    >
      <form id={form} onSubmit={submit}>
        <Field
          label={t('reason')}
          optional={!reasonNeeded}
          hint={t('reasonHint')}
          error={asked && reasonNeeded && reason.trim() === '' ? t('reasonMissing') : undefined}
        >
          <Textarea
            rows={3}
            value={reason}
            maxLength={limits.reasonCharacters}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
