import { ArrowLeft } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { AtDeadlineLine } from '@/components/deadlines/at-deadline-line';
import { TaskStatusMark } from '@/components/instances/instance-status';
import { CopyButton } from '@/components/ui/copy-button';
import { Duration } from '@/components/ui/duration';
import { isOpenTask } from '@/lib/engine/lifecycle';
import type { TaskDetail } from '@/lib/tasks/schema';
import { isForAlone } from './addressed';
import { ClaimButtons } from './claim-buttons';
import { DueChip } from './due-chip';
import { ListLink } from './list-link';
import { SnoozeMenu } from './snooze-menu';

/** What the task is, about what, until when, who has it and who asked; taking it and giving it back. */
export function TaskHeader({
  task,
  personId,
  snoozedUntil,
  watch,
}: {
  task: TaskDetail;
  personId: string;
  snoozedUntil: string | null;
  /** Watching it, or not any more. */
  watch?: ReactNode;
}) {
  const t = useTranslations('task');
  const open = isOpenTask(task.status);
  return (
    <header>
      <div className="lg:flex lg:flex-row-reverse lg:flex-wrap lg:items-start lg:gap-x-3 lg:gap-y-1">
        <div className="flex items-center gap-2 max-lg:mb-2 lg:ml-auto">
          <ListLink icon={<ArrowLeft aria-hidden />} className="-ml-2 lg:hidden" />
          <div className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-1">
            {watch}
            {open ? <SnoozeMenu taskId={task.id} until={snoozedUntil} /> : null}
            {isForAlone(task, personId) ? null : <ClaimButtons task={task} />}
          </div>
        </div>
        <p className="flex min-h-7 flex-wrap items-center gap-x-1.5 text-sm text-muted lg:flex-1 lg:basis-60">
          <span>{task.definition.name}</span>
          <span aria-hidden>·</span>
          <span>{task.stepName}</span>
          <span aria-hidden>·</span>
          <span className="inline-flex items-center gap-0.5">
            {task.subject.id}
            <CopyButton
              value={task.subject.id}
              label={t('copySubject', { subject: task.subject.id })}
              className="-my-1 pointer-coarse:-my-3"
            />
          </span>
        </p>
      </div>
      <h1 id="task-title" className="mt-0.5 text-xl font-semibold wrap-anywhere">
        {task.title}
      </h1>
      <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
        {open ? null : <TaskStatusMark status={task.status} look="pill" />}
        {open && task.dueAt !== null ? <DueChip dueAt={task.dueAt} createdAt={task.createdAt} /> : null}
        {open ? <AtDeadlineLine dueAt={task.dueAt} atDeadline={task.atDeadline} className="text-sm" /> : null}
        {open ? <span>{holderWords()}</span> : null}
        <span>{task.requester ? t('requestedBy', { name: task.requester.name }) : t('bySystem')}</span>
        {open ? <span>{t.rich('here', { age: () => <Duration from={task.createdAt} /> })}</span> : null}
      </div>
    </header>
  );

  function holderWords(): string {
    if (isForAlone(task, personId)) return t('assignedToYou');
    if (task.assignee === null) return t('unclaimed');
    const own = task.assignee.id === personId;
    const claimed = task.status === 'in_progress';
    if (own) return t(claimed ? 'claimedByYou' : 'assignedToYou');
    return t(claimed ? 'claimedBy' : 'assignedTo', { name: task.assignee.name });
  }
}
