import { useTranslations } from 'next-intl';
import type { TaskDetail } from '@/lib/tasks/schema';
import { VoteView } from './vote-view';

/** What was decided about the same request before, the oldest first. */
export function EarlierDecisions({ earlier }: { earlier: TaskDetail['earlier'] }) {
  const t = useTranslations('task');
  if (earlier.length === 0) return null;
  return (
    <section className="mt-6">
      <h2 className="text-sm font-semibold text-ink">{t('earlier')}</h2>
      <ol className="mt-2.5 flex flex-col gap-3.5">
        {earlier.map(({ taskId, stepName, form, vote }) => (
          <li key={`${taskId}:${vote.person.id}:${vote.at}`}>
            <VoteView vote={vote} form={form} where={stepName} />
          </li>
        ))}
      </ol>
    </section>
  );
}
