'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { type AuthorityPreview, limits } from '@/lib/tasks/schema';
import { useJson } from './use-json';

/** To whom tasks go, and why: somebody who may decide the first of them. The others are asked of the same policy. */
export function AssignDialog({
  tasks,
  busy,
  onAssign,
  onClose,
}: {
  tasks: readonly string[];
  busy: boolean;
  onAssign: (to: string, reason: string) => void;
  onClose: () => void;
}) {
  const t = useTranslations('inbox.assign');
  const form = useId();
  const [to, setTo] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const preview = useJson<AuthorityPreview>(tasks[0] ? `/api/workflows/tasks/${tasks[0]}/authority` : null);
  const able = (preview?.people ?? []).filter(({ mayDecide }) => mayDecide.ok);

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (to !== null && reason.trim() !== '') onAssign(to, reason.trim());
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={t('title', { count: tasks.length })}
      description={t('text')}
      footer={
        <Button type="submit" form={form} variant="primary" busy={busy}>
          {t('confirm')}
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={t('to')}
          hint={preview !== null && able.length === 0 ? t('nobody') : undefined}
          error={asked && to === null ? t('toMissing') : undefined}
        >
          <Select
            value={to}
            placeholder={t('choose')}
            onValueChange={setTo}
            options={able.map(({ name, email, awayUntil }) => ({
              value: email,
              label: name,
              hint: awayUntil === null ? email : t('away'),
            }))}
          />
        </Field>
        <Field label={t('reason')} error={asked && reason.trim() === '' ? t('reasonMissing') : undefined}>
          <Textarea
            rows={2}
            value={reason}
            maxLength={limits.reasonCharacters}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
