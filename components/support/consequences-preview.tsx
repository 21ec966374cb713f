'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Spinner } from '@/components/ui/spinner';
import { previewActionAction } from '@/lib/support/actions';
import type { Consequences, PreviewAction } from '@/lib/support/schema';
import { instanceMoves, type InstanceStatus } from '@/lib/engine/lifecycle';
import type { Refusal } from '@/lib/people/refusal';
import { useRefusedWords } from './refused-words';

type Known = { readonly of: string; readonly result: Consequences | Refusal | null };

/** What an action would do at this moment, before anybody does it: as far as nobody outside has to answer. */
export function ConsequencesPreview({ instanceId, action }: { instanceId: string; action: PreviewAction }) {
  const t = useTranslations('consequences');
  const words = useRefusedWords();
  const [known, setKnown] = useState<Known | null>(null);
  // The action is a new object at each look; what it says is what counts.
  const asked = JSON.stringify(action);

  useEffect(() => {
    let current = true;
    previewActionAction(instanceId, JSON.parse(asked) as PreviewAction).then(
      (found) => current && setKnown({ of: asked, result: found.ok ? found.value : found.refusal }),
      () => current && setKnown({ of: asked, result: null }),
    );
    return () => {
      current = false;
    };
  }, [instanceId, asked]);

  return (
    <section aria-label={t('title')} aria-live="polite" className="rounded-md bg-sunken p-3 text-sm">
      <h3 className="font-medium text-ink">{t('title')}</h3>
      {known?.of !== asked ? (
        <p className="mt-1 flex items-center gap-2 text-muted">
          <Spinner /> {t('looking')}
        </p>
      ) : known.result === null ? (
        <p className="mt-1 text-danger-ink">{t('unreachable')}</p>
      ) : 'code' in known.result ? (
        <p className="mt-1 text-danger-ink">
          {words(known.result.code, known.result.data.permission) ?? known.result.message}
        </p>
      ) : (
        <List found={known.result} />
      )}
    </section>
  );
}

function List({ found }: { found: Consequences }) {
  const t = useTranslations('consequences');
  const statuses = useTranslations('instances.statuses');
  const status = found.status !== null && isStatus(found.status) ? statuses(found.status) : found.status;
  const lines = [
    ...(found.data.length > 0 ? [t('data', { names: found.data.join(', ') })] : []),
    ...found.begins.map((act) =>
      t(act.undoes ? 'undoes' : kindOf(act.type), { name: act.name, step: act.stepName }),
    ),
    ...found.cancels.map((act) => t('cancels', { name: act.name, step: act.stepName })),
    ...found.tasksOpened.map((title) => t('opens', { title })),
    ...found.tasksCancelled.map((title) => t('closes', { title })),
    ...(found.children > 0 ? [t('children', { count: found.children })] : []),
    ...(found.timersStopped > 0 ? [t('timers', { count: found.timersStopped })] : []),
    ...(found.stepName === null ? [] : [t('step', { step: found.stepName })]),
    ...(status === null ? [] : [t('status', { status })]),
  ];
  if (lines.length === 0) return <p className="mt-1 text-muted">{t('nothing')}</p>;
  return (
    <ul className="mt-1 list-disc space-y-0.5 pl-5 text-ink">
      {lines.map((line, index) => (
        <li key={index}>{line}</li>
      ))}
    </ul>
  );
}

function kindOf(type: string): 'mails' | 'calls' | 'begins' {
  if (type === 'SEND_EMAIL') return 'mails';
  return type === 'CALL_API' || type === 'CALL_WEBHOOK' ? 'calls' : 'begins';
}

function isStatus(text: string): text is InstanceStatus {
  return Object.hasOwn(instanceMoves, text);
}
