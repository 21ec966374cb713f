import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { wordsOfKey } from '@/components/instances/words';
import { Duration } from '@/components/ui/duration';
import { RelativeTime } from '@/components/ui/relative-time';
import type { InstanceRow } from '@/lib/instances/schema';

/** Where a request is and who has it, in one plain sentence to the one who asked. @param reader name of that person */
export function RequestSentence({ row, reader }: { row: InstanceRow; reader: string }) {
  const t = useTranslations('requests.sentence');
  const reasons = useTranslations('instances.waitReasons');
  const format = useFormatter();
  const state = row.stateName ?? (row.state === null ? '' : wordsOfKey(row.state));
  const s = (chunks: ReactNode) => <strong className="font-medium text-ink">{chunks}</strong>;
  const since = (instant: string) => ({ s, state, age: () => <Duration from={instant} /> });
  const when = (instant: string) => ({
    s,
    state,
    when: () => <RelativeTime at={instant} focusable={false} />,
  });

  switch (row.status) {
    case 'created':
    case 'validated':
    case 'scheduled':
      return t('starting');
    case 'running':
    case 'resumed':
      return t.rich('running', since(row.stateSince));
    case 'waiting': {
      const others = row.waitingOnNames.filter((name) => name !== reader);
      if (row.waitingOnNames.length > others.length) return t.rich('you', since(row.stateSince));
      if (others.length > 0) {
        return t.rich('someone', {
          ...since(row.stateSince),
          who: format.list(others, { type: 'disjunction' }),
        });
      }
      const [reason] = row.waitingFor;
      if (reason === undefined || reason === 'activity') return t.rich('running', since(row.stateSince));
      return t.rich('waiting', { ...since(row.stateSince), reason: reasons(reason) });
    }
    case 'needs_attention':
    case 'paused':
    case 'compensating':
    case 'compensation_failed':
      return t.rich(row.status, since(row.statusSince));
    case 'completed':
    case 'failed':
    case 'cancelled':
    case 'reversed':
      return t.rich(row.status, when(row.closedAt ?? row.statusSince));
  }
}
