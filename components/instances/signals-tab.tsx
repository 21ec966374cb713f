'use client';

import { Radio } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { use } from 'react';
import { nameIn, type HistoryNames } from '@/components/history/names';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { JsonView } from '@/components/ui/json-view';
import { RelativeTime } from '@/components/ui/relative-time';
import type { StatusShape } from '@/components/ui/status-glyph';
import { StatusMark } from '@/components/ui/status-mark';
import type { Tone } from '@/components/ui/tone';
import type { Messages, SignalRow } from '@/lib/support/dossier-schema';

const looks: Readonly<Record<SignalRow['state'], { readonly shape: StatusShape; readonly tone: Tone }>> = {
  consumed: { shape: 'done', tone: 'positive' },
  kept: { shape: 'waiting', tone: 'accent' },
  expired: { shape: 'cancelled', tone: 'caution' },
};

/** Every signal that has come, the newest first: who sent it, what was in it, and which step took it or why none did. */
export function SignalsTab({
  messages,
  names,
  step,
}: {
  messages: Promise<Messages>;
  names: HistoryNames;
  step?: string | undefined;
}) {
  const t = useTranslations('dossier.signals');
  const shown = use(messages).signals.filter((one) => step === undefined || one.consumedIn === step);
  return (
    <Card>
      {shown.length === 0 ? (
        <EmptyState icon={<Radio aria-hidden />} title={t('empty')} className="py-10" />
      ) : (
        <ul className="divide-y divide-line">
          {shown.map((signal) => (
            <li key={signal.id} className="px-4 py-3.5">
              <Signal signal={signal} names={names} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Signal({ signal, names }: { signal: SignalRow; names: HistoryNames }) {
  const t = useTranslations('dossier.signals');
  const { state, consumedIn, consumedAt, expiresAt, receivedAt, repeats, sender, correlation } = signal;
  const when = (at: string) => () => <RelativeTime at={at} />;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-mono text-sm font-medium wrap-anywhere text-ink">{signal.name}</span>
        <StatusMark {...looks[state]}>{t(`states.${state}`)}</StatusMark>
      </div>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-muted">
        <span>{t.rich('received', { sender: sender ?? '—', when: when(receivedAt) })}</span>
        {consumedIn && consumedAt ? (
          <span>{t.rich('consumed', { step: nameIn(names.steps, consumedIn), when: when(consumedAt) })}</span>
        ) : (
          <span>{t.rich(state === 'expired' ? 'expired' : 'kept', { when: when(expiresAt) })}</span>
        )}
        {correlation === null ? null : <span>{t('correlation', { key: correlation })}</span>}
      </p>
      <p className="mt-0.5 text-sm wrap-anywhere text-faint">
        {t('id', { id: signal.id })} {repeats ? t('repeats', { count: repeats }) : t('once')}
      </p>
      {Object.keys(signal.payload).length === 0 ? null : (
        <details className="mt-2 text-sm">
          <summary className="cursor-pointer text-muted">{t('payload')}</summary>
          <JsonView value={signal.payload} label={t('payload')} className="mt-2" />
        </details>
      )}
    </>
  );
}
