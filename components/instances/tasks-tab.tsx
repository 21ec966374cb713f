import { ListChecks } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Avatar } from '@/components/ui/avatar';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { JsonView } from '@/components/ui/json-view';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import { isOpenTask } from '@/lib/engine/lifecycle';
import type { InstanceTask, VoteRow } from '@/lib/instances/schema';
import { TaskStatusMark } from './instance-status';

/** Every task of the instance, the newest first, with who decided what and why. */
export function TasksTab({ tasks, step }: { tasks: readonly InstanceTask[]; step?: string | undefined }) {
  const t = useTranslations('instance.tasks');
  const shown = tasks.filter((task) => step === undefined || task.step === step).reverse();
  if (shown.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<ListChecks aria-hidden />}
          title={t(step === undefined ? 'empty' : 'emptyStep')}
          className="py-10"
        />
      </Card>
    );
  }
  return (
    <Card>
      <ul className="divide-y divide-line">
        {shown.map((task) => (
          <li key={task.id} className="px-4 py-3.5">
            <Task task={task} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Task({ task }: { task: InstanceTask }) {
  const t = useTranslations('instance.tasks');
  const open = isOpenTask(task.status);
  const at = (instant: string) => () => <RelativeTime at={instant} />;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <TextLink href={`/inbox/${task.id}`} className="min-w-0 text-base">
          {task.title}
        </TextLink>
        <TaskStatusMark status={task.status} />
      </div>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-muted">
        <span>
          {task.stepName}
          {task.visit > 1 ? `, ${t('visit', { visit: task.visit })}` : null}
        </span>
        <span>{t.rich('opened', { when: at(task.createdAt) })}</span>
        {task.dueAt ? <span>{t.rich(open ? 'due' : 'wasDue', { when: at(task.dueAt) })}</span> : null}
        {open ? (
          <span>{task.assignee ? t('assignee', { name: task.assignee.name }) : t('unassigned')}</span>
        ) : null}
      </p>
      {task.votes.map((vote) => (
        <Vote key={`${vote.person.id}:${vote.at}`} vote={vote} />
      ))}
    </>
  );
}

function Vote({ vote }: { vote: VoteRow }) {
  const t = useTranslations('instance.tasks');
  const entered = Object.keys(vote.form).length > 0;
  return (
    <div className="mt-2.5 flex gap-2.5">
      <Avatar name={vote.person.name} size="sm" className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <p className="text-base text-muted">
          {t.rich('decided', {
            w: (chunks: ReactNode) => <strong className="font-semibold text-ink">{chunks}</strong>,
            name: vote.person.name,
            outcome: vote.outcomeName,
            when: () => <RelativeTime at={vote.at} />,
          })}
          {vote.onBehalfOf ? `, ${t('onBehalf', { name: vote.onBehalfOf.name })}` : null}
        </p>
        {vote.reason ? (
          <blockquote className="mt-1 max-w-176 border-l-2 border-line-strong pl-3 text-base wrap-break-word whitespace-pre-line text-ink">
            {vote.reason}
          </blockquote>
        ) : null}
        {entered ? (
          <JsonView label={t('form')} value={vote.form} depth={1} className="mt-2 max-w-176" />
        ) : null}
      </div>
    </div>
  );
}
