'use client';

import { useTranslations } from 'next-intl';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import { createSourceAction, putSourceAction } from '@/lib/webhooks/actions';
import type { CreateSource, SourceRow, WebhookMapping } from '@/lib/webhooks/schema';
import { Problem } from './problem';
import { MadeSecret } from './made-secret';
import { useChange } from './use-change';

const example: CreateSource['mapping'] = {
  kind: 'signal',
  signal: 'payment_received',
  definition: 'refund',
  subject: 'body.order',
  payload: { amount: 'body.amount' },
};

/** A partner's address and what its deliveries become. @param source left out: a new one */
export function SourceForm({ source, onDone }: { source?: SourceRow; onDone: () => void }) {
  const t = useTranslations('administration.webhooks');
  const change = useChange();
  const [name, setName] = useState(source?.name ?? '');
  const [mapping, setMapping] = useState(() => JSON.stringify(source?.mapping ?? example, null, 2));
  const [seconds, setSeconds] = useState(String(source?.windowSeconds ?? 300));
  const [secret, setSecret] = useState<string | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const read = readJson(mapping);
    change.setProblems(read === null ? { '/mapping': t('mappingWrong') } : null);
    if (read === null) return;
    const fields = { name: name.trim(), mapping: read, windowSeconds: Number(seconds) };
    if (source) {
      const saved = await change.run(
        () => putSourceAction(source.id, fields),
        t('saved', { name: fields.name }),
      );
      if (saved) onDone();
      return;
    }
    const made = await change.run(() => createSourceAction(fields), null);
    if (made) setSecret(made.signingKey);
  }

  if (secret !== null) {
    return (
      <MadeSecret title={t('made', { name: name.trim() })} secret={secret} onKept={onDone} kept={t('kept')} />
    );
  }
  const { problems } = change;
  const ofMapping = Object.entries(problems).find(([path]) => path.startsWith('/mapping'))?.[1];
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field label={t('name')} error={problems['/name']}>
        <Input value={name} maxLength={200} onChange={(event) => setName(event.currentTarget.value)} />
      </Field>
      <Field label={t('mapping')} hint={t('mappingHint')} error={ofMapping}>
        <Textarea
          rows={10}
          value={mapping}
          spellCheck={false}
          className="font-mono text-sm"
          onChange={(event) => setMapping(event.currentTarget.value)}
        />
      </Field>
      <Field label={t('window')} hint={t('windowHint')} error={problems['/windowSeconds']}>
        <Input
          inputMode="numeric"
          value={seconds}
          unit="s"
          onChange={(event) => setSeconds(event.currentTarget.value)}
        />
      </Field>
      <Problem change={change} />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={change.busy}>
          {t(source ? 'save' : 'create')}
        </Button>
      </div>
    </form>
  );
}

/** What was typed as JSON; its form is the server's to check. */
function readJson(text: string): WebhookMapping | null {
  try {
    return JSON.parse(text) as WebhookMapping;
  } catch {
    return null;
  }
}
