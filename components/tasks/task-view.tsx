import { useTranslations } from 'next-intl';
import { ArrowUpRight, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFactText, useFactValue } from '@/components/instances/fact-value';
import { DescriptionList } from '@/components/ui/description-list';
import { LinkButton } from '@/components/ui/link-button';
import type { TaskDetail } from '@/lib/tasks/schema';
import type { TaskDraft } from '@/lib/inbox/schema';
import { EarlierDecisions } from './earlier-decisions';
import { TaskDesk } from './task-desk';
import { TaskHeader } from './task-header';
import { TaskTabs } from './task-tabs';
import type { TaskTab } from './task-tab';
import { WhoDecides } from './who-decides';

/** A task: what is asked and about what, what was decided before, who may decide, and the decision itself. */
export function TaskView({
  task,
  personId,
  mails,
  notes,
  tab,
  children,
  deadline,
  watch,
}: {
  task: TaskDetail;
  personId: string;
  /** What became of the mails about it. */
  mails?: ReactNode;
  /** What the person keeps about it for themselves. */
  notes: { readonly snoozedUntil: string | null; readonly draft: TaskDraft | null };
  tab: TaskTab;
  /** What another tab than that of deciding shows. */
  children?: ReactNode;
  /** Until when, and what happens then. */
  deadline?: ReactNode;
  /** Watching it, or not any more. */
  watch?: ReactNode;
}) {
  const t = useTranslations('task');
  return (
    <article aria-labelledby="task-title" className="mx-auto flex min-h-full max-w-200 flex-col">
      <div className="px-4 pt-4 sm:px-6 lg:pt-5">
        <TaskHeader task={task} personId={personId} snoozedUntil={notes.snoozedUntil} watch={watch} />
        <TaskTabs present={tab} />
      </div>
      {tab === 'decide' ? null : <div className="px-4 py-5 sm:px-6">{children}</div>}
      <div className={tab === 'decide' ? 'px-4 sm:px-6' : 'hidden'}>
        {task.instructions ? (
          <p className="mt-4 flex items-start gap-2.5 rounded-lg bg-sunken px-3.5 py-3 text-base whitespace-pre-line text-ink">
            <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
            <span className="min-w-0">{task.instructions}</span>
          </p>
        ) : null}
        <TaskFacts task={task} />
        {deadline}
        <EarlierDecisions earlier={task.earlier} />
        <WhoDecides task={task} personId={personId} />
        {mails}
        <p className="mt-5 text-sm">
          <LinkButton
            href={`/instances/${task.instanceId}`}
            variant="quiet"
            className="-ml-3"
            icon={<ArrowUpRight aria-hidden />}
          >
            {t('seeRequest')}
          </LinkButton>
        </p>
      </div>
      {tab === 'decide' ? (
        <TaskDesk key={task.id} task={task} personId={personId} stored={notes.draft} />
      ) : null}
    </article>
  );
}

/** Values from this length on get a line of their own. */
const longText = 60;

function TaskFacts({ task }: { task: TaskDetail }) {
  const t = useTranslations('task');
  const text = useFactText();
  const valueOf = useFactValue();
  const known = task.facts.filter(({ value }) => value !== null && value !== '');
  if (known.length === 0) return null;
  const isLong = (value: string) => value.length >= longText || value.includes('\n');
  const items = known.map((fact) => ({
    key: fact.label,
    label: fact.label,
    value: valueOf(fact),
    long: isLong(text(fact)),
  }));
  const long = items.filter((item) => item.long);
  return (
    <section aria-label={t('facts')} className="mt-5">
      <DescriptionList items={items.filter((item) => !item.long)} />
      {long.length > 0 ? (
        <DescriptionList
          items={long}
          className="mt-4 grid-cols-1 [&_dd]:max-w-160 [&_dd]:whitespace-pre-line"
        />
      ) : null}
    </section>
  );
}
