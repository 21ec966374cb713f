import type { Metadata } from 'next';
import { DeadlinePanel } from '@/components/deadlines/deadline-panel';
import { TaskMails } from '@/components/notifications/task-mails';
import { TaskView } from '@/components/tasks/task-view';
import { listDeadlines } from '@/lib/deadlines/queries';
import { mailDeliveries } from '@/lib/notifications/queries';
import { holds } from '@/lib/people/permissions';
import { requireActor } from '@/lib/session/session';
import { loadTask } from './load-task';

type Props = { params: Promise<{ taskId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const task = await loadTask((await params).taskId);
  return { title: task.title };
}

/** One task, to be read and decided. */
export default async function TaskPage({ params }: Props) {
  const [actor, { taskId }] = await Promise.all([requireActor(), params]);
  const [task, mails] = await Promise.all([loadTask(taskId), mailDeliveries(actor, taskId)]);
  const deadlines = await listDeadlines(actor, task.instanceId);
  return (
    <TaskView
      task={task}
      personId={actor.personId}
      deadline={
        deadlines.ok ? (
          <DeadlinePanel instanceId={task.instanceId} deadlines={deadlines.value} taskId={task.id} />
        ) : null
      }
      mails={<TaskMails mails={mails.ok ? mails.value : []} mayResend={holds(actor, 'instances.repair')} />}
    />
  );
}
