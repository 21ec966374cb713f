'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import type { Checked, Migrate } from '@/lib/migration/schema';

export type RunOrder = Pick<Migrate, 'reason' | 'canary' | 'stopAfter'>;

const countOf = (text: string) => (/^[1-9]\d{0,5}$/.test(text.trim()) ? Number(text) : null);

/** Why, how carefully, and to how many instances it is done. Blocked ones are in the list too, and are refused one by one. */
export function RunFields({
  checked,
  busy,
  onRun,
}: {
  checked: Checked;
  busy: boolean;
  onRun: (order: RunOrder) => void;
}) {
  const t = useTranslations('migration.run');
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const [canary, setCanary] = useState('');
  const [stopAfter, setStopAfter] = useState('');
  const why = reason.trim();

  function run() {
    setAsked(true);
    if (why !== '') onRun({ reason: why, canary: countOf(canary), stopAfter: countOf(stopAfter) });
  }

  return (
    <div className="flex flex-col gap-4">
      <Field
        label={t('reason')}
        hint={t('reasonHint')}
        error={asked && why === '' ? t('reasonMissing') : undefined}
      >
        <Textarea value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('canary')} hint={t('canaryHint')} optional>
          <Input
            inputMode="numeric"
            value={canary}
            onChange={(event) => setCanary(event.currentTarget.value)}
          />
        </Field>
        <Field label={t('stopAfter')} hint={t('stopAfterHint')} optional>
          <Input
            inputMode="numeric"
            value={stopAfter}
            onChange={(event) => setStopAfter(event.currentTarget.value)}
          />
        </Field>
      </div>
      <Button
        variant="primary"
        className="self-start max-sm:w-full"
        busy={busy}
        disabledReason={checked.ready === 0 ? t('none') : undefined}
        onClick={run}
      >
        {t('prepare', { count: checked.total })}
      </Button>
    </div>
  );
}
