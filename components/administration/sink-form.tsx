'use client';

import { useTranslations } from 'next-intl';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { createSinkAction } from '@/lib/event-sinks/actions';
import { isNats } from '@/lib/event-sinks/schema';
import { Problem } from './problem';
import { MadeSecret } from './made-secret';
import { useChange } from './use-change';

/** A new sink for events: a webhook, or a subject of NATS. */
export function SinkForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('administration.eventSinks');
  const change = useChange();
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [subject, setSubject] = useState('');
  const [types, setTypes] = useState('');
  const [secret, setSecret] = useState<string | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const sink = {
      name: name.trim(),
      url: url.trim(),
      types: types.split(/[\s,]+/).filter(Boolean),
      ...(isNats(url.trim()) && subject.trim() !== '' && { subject: subject.trim() }),
    };
    const made = await change.run(() => createSinkAction(sink), null);
    if (made) setSecret(made.signingKey);
  }

  if (secret !== null) {
    return (
      <MadeSecret title={t('made', { name: name.trim() })} secret={secret} onKept={onDone} kept={t('kept')} />
    );
  }
  const { problems } = change;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field label={t('name')} error={problems['/name']}>
        <Input value={name} maxLength={200} onChange={(event) => setName(event.currentTarget.value)} />
      </Field>
      <Field label={t('url')} hint={t('urlHint')} error={problems['/url']}>
        <Input value={url} inputMode="url" onChange={(event) => setUrl(event.currentTarget.value)} />
      </Field>
      {isNats(url.trim()) ? (
        <Field label={t('subject')} hint={t('subjectHint')} error={problems['/subject']} optional>
          <Input value={subject} onChange={(event) => setSubject(event.currentTarget.value)} />
        </Field>
      ) : null}
      <Field label={t('types')} hint={t('typesHint')} error={problems['/types']} optional>
        <Input value={types} onChange={(event) => setTypes(event.currentTarget.value)} />
      </Field>
      <Problem change={change} />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={change.busy}>
          {t('create')}
        </Button>
      </div>
    </form>
  );
}
