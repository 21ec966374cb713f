'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';

/** The same words about the requests of several tasks. */
export function BulkCommentDialog({
  count,
  busy,
  onSend,
  onClose,
}: {
  count: number;
  busy: boolean;
  onSend: (text: string) => void;
  onClose: () => void;
}) {
  const t = useTranslations('inbox.bulk');
  const form = useId();
  const [text, setText] = useState('');

  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() !== '') onSend(text.trim());
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={t('commentTitle', { count })}
      description={t('commentText')}
      footer={
        <Button type="submit" form={form} variant="primary" busy={busy} disabled={text.trim() === ''}>
          {t('commentSend')}
        </Button>
      }
    >
      <form id={form} onSubmit={submit}>
        <Field label={t('commentLabel')}>
          <Textarea
            rows={4}
            value={text}
            maxLength={5000}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
