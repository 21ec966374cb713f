'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { countOf, isCount } from '@/components/bulk-jobs/order-draft';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import type { Checked, Migrate } from '@/lib/migration/schema';

export type RunOrder = Pick<Migrate, 'reason' | 'canary' | 'stopAfter'>;

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
  const wrong = (text: string) => (asked && !isCount(text) ? t('countWrong') : undefined);

  function run(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    // A number that is none must not become a run without the care that was asked for.
    if (!busy && checked.ready > 0 && why !== '' && isCount(canary) && isCount(stopAfter))
      onRun({ reason: why, canary: countOf(canary), stopAfter: countOf(stopAfter) });
  }

  return (
    <form noValidate onSubmit={run} className="flex flex-col gap-4">
      <Field
        label={t('reason')}
        hint={t('reasonHint')}
        error={asked && why === '' ? t('reasonMissing') : undefined}
      >
        <Textarea value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('canary')} hint={t('canaryHint')} error={wrong(canary)} optional>
          <Input
            inputMode="numeric"
            value={canary}
            onChange={(event) => setCanary(event.currentTarget.value)}
          />
        </Field>
        <Field label={t('stopAfter')} hint={t('stopAfterHint')} error={wrong(stopAfter)} optional>
          <Input
            inputMode="numeric"
            value={stopAfter}
            onChange={(event) => setStopAfter(event.currentTarget.value)}
          />
        </Field>
      </div>
      <Button
        type="submit"
        variant="primary"
        className="self-start max-sm:w-full"
        busy={busy}
        disabledReason={checked.ready === 0 ? t('none') : undefined}
      >
        {t('prepare', { count: checked.total })}
      </Button>
    </form>
  );
}
