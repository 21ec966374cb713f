import { useTranslations } from 'next-intl';
import { ArrowLeft, ArrowUpRight, Info } from 'lucide-react';
import { useFactText } from '@/components/instances/fact-value';
import { TaskStatusMark } from '@/components/instances/instance-status';
import { CopyButton } from '@/components/ui/copy-button';
import { DescriptionList } from '@/components/ui/description-list';
import { LinkButton } from '@/components/ui/link-button';
import { Duration } from '@/components/ui/duration';
import { isOpenTask } from '@/lib/engine/lifecycle';
import type { TaskDetail } from '@/lib/tasks/schema';
import { ClaimButtons } from './claim-buttons';
import { DueChip } from './due-chip';
import { EarlierDecisions } from './earlier-decisions';
import { ListLink } from './list-link';
import { TaskDesk } from './task-desk';
import { WhoDecides } from './who-decides';

/** A task: what is asked and about what, what was decided before, who may decide, and the decision itself. */
export function TaskView({ task, personId }: { task: TaskDetail; personId: string }) {
  const t = useTranslations('task');
  return (
    <article aria-labelledby="task-title" className="mx-auto flex min-h-full max-w-200 flex-col">
      <div className="px-4 pt-4 sm:px-6 lg:pt-5">
        <ListLink icon={<ArrowLeft aria-hidden />} className="-ml-2 mb-2 lg:hidden" />
        <TaskHeader task={task} personId={personId} />
        {task.instructions ? (
          <p className="mt-4 flex items-start gap-2.5 rounded-lg bg-sunken px-3.5 py-3 text-base whitespace-pre-line text-ink">
            <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
            <span className="min-w-0">{task.instructions}</span>
          </p>
        ) : null}
        <TaskFacts task={task} />
        <EarlierDecisions earlier={task.earlier} />
        <WhoDecides task={task} />
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
      <TaskDesk key={task.id} task={task} personId={personId} />
    </article>
  );
}

function TaskHeader({ task, personId }: { task: TaskDetail; personId: string }) {
  const t = useTranslations('task');
  const open = isOpenTask(task.status);
  return (
    <header>
      <div className="flex items-start gap-3">
        <p className="flex min-h-7 min-w-0 flex-1 flex-wrap items-center gap-x-1.5 text-sm text-muted">
          <span>{task.definition.name}</span>
          <span aria-hidden>·</span>
          <span>{task.stepName}</span>
          <span aria-hidden>·</span>
          <span className="inline-flex items-center gap-0.5">
            {task.subject.id}
            <CopyButton
              value={task.subject.id}
              label={t('copySubject', { subject: task.subject.id })}
              className="-my-1"
            />
          </span>
        </p>
        <ClaimButtons task={task} className="shrink-0" />
      </div>
      <h1 id="task-title" className="mt-0.5 text-xl font-semibold wrap-break-word">
        {task.title}
      </h1>
      <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
        {open ? null : <TaskStatusMark status={task.status} look="pill" />}
        {open && task.dueAt !== null ? <DueChip dueAt={task.dueAt} createdAt={task.createdAt} /> : null}
        {open ? <span>{holderWords()}</span> : null}
        <span>{task.requester ? t('requestedBy', { name: task.requester.name }) : t('bySystem')}</span>
        <span>{t.rich('here', { age: () => <Duration from={task.createdAt} /> })}</span>
      </div>
    </header>
  );

  function holderWords(): string {
    if (task.assignee === null) return t('unclaimed');
    const own = task.assignee.id === personId;
    const claimed = task.status === 'in_progress';
    if (own) return t(claimed ? 'claimedByYou' : 'assignedToYou');
    return t(claimed ? 'claimedBy' : 'assignedTo', { name: task.assignee.name });
  }
}

/** Values from this length on get a line of their own. */
const longText = 60;

function TaskFacts({ task }: { task: TaskDetail }) {
  const t = useTranslations('task');
  const text = useFactText();
  const known = task.facts.filter(({ value }) => value !== null && value !== '');
  if (known.length === 0) return null;
  const isLong = (value: string) => value.length >= longText || value.includes('\n');
  const items = known.map((fact) => ({ key: fact.label, label: fact.label, value: text(fact) }));
  const long = items.filter(({ value }) => isLong(value));
  return (
    <section aria-label={t('facts')} className="mt-5">
      <DescriptionList items={items.filter(({ value }) => !isLong(value))} />
      {long.length > 0 ? (
        <DescriptionList
          items={long}
          className="mt-4 grid-cols-1 [&_dd]:max-w-160 [&_dd]:whitespace-pre-line"
        />
      ) : null}
    </section>
  );
}
