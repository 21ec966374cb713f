'use client';

import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { JsonForm, type JsonFormHandle } from '@/components/forms/json-form';
import { Button } from '@/components/ui/button';
import type { AwaitedSignal } from '@/lib/engine/simulation/open-work';
import { AnswerCard } from './answer-card';
import { useSession } from './session';

/** Sends a signal that the instance waits for. */
export function SignalAnswer({ awaited }: { awaited: AwaitedSignal }) {
  const t = useTranslations('simulator.signal');
  const { answer } = useSession();
  const form = useRef<JsonFormHandle>(null);
  const { signal, payload } = awaited;

  function send() {
    const values = payload ? (form.current?.check() ?? null) : {};
    if (values !== null) answer({ do: 'signal', signal, ...(payload && { payload: values }) });
  }

  return (
    <AnswerCard label={t('label', { signal })} title={t('title', { signal })}>
      {payload ? <JsonForm ref={form} schema={payload} /> : null}
      <Button size="sm" variant="primary" className="self-start" onClick={send}>
        {t('send')}
      </Button>
    </AnswerCard>
  );
}

/** Uploads a file, which is only pretended. */
export function FileAnswer({ step, name }: { step: string; name: string }) {
  const t = useTranslations('simulator.file');
  const { answer } = useSession();
  return (
    <AnswerCard label={t('label', { name })} title={name}>
      <Button size="sm" variant="primary" className="self-start" onClick={() => answer({ do: 'file', step })}>
        {t('upload')}
      </Button>
    </AnswerCard>
  );
}
