'use client';

import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/banner';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Tone } from '@/components/ui/tone';
import type { TaskDetail } from '@/lib/tasks/schema';
import { VoteView } from './vote-view';

/** How a task ended: what was decided, by whom, when and why; or that it was cancelled. */
export function TaskEnd({ task, personId }: { task: TaskDetail; personId: string }) {
  const t = useTranslations('task.end');
  const last = task.votes.at(-1);
  const at = task.closedAt ?? last?.at ?? task.createdAt;
  const when = () => <RelativeTime at={at} />;
  if (task.outcome === null || !last) {
    return (
      <Banner tone="neutral" shape="cancelled" title={t.rich('cancelled', { when })} className="mb-5" live>
        {t('cancelledText')}
      </Banner>
    );
  }
  const kind = task.outcomes.find(({ key }) => key === task.outcome)?.kind ?? 'neutral';
  const own = last.person.id === personId;
  const outcome = task.outcomeName ?? task.outcome;
  return (
    <section aria-label={t('label')}>
      <Banner
        live
        {...looks[kind]}
        title={t.rich(own ? 'decidedByYou' : 'decidedBy', { outcome, name: last.person.name, when })}
        className="mb-4"
      >
        {own ? null : t('nothingToDo')}
      </Banner>
      <ol className="mb-5 flex flex-col gap-3.5">
        {task.votes.map((vote) => (
          <li key={vote.person.id}>
            <VoteView vote={vote} form={task.form} />
          </li>
        ))}
      </ol>
    </section>
  );
}

const looks: Readonly<Record<'positive' | 'negative' | 'neutral', { tone: Tone; shape: 'done' | 'failed' }>> =
  {
    positive: { tone: 'positive', shape: 'done' },
    negative: { tone: 'danger', shape: 'failed' },
    neutral: { tone: 'neutral', shape: 'done' },
  };
