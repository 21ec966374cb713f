import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Conversation } from '@/components/comments/conversation';
import { DeadlinePanel } from '@/components/deadlines/deadline-panel';
import { TaskMails } from '@/components/notifications/task-mails';
import { RequestDiagram, RequestHistory } from '@/components/tasks/request-history';
import { readTaskTab, type TaskTab } from '@/components/tasks/task-tab';
import { TaskView } from '@/components/tasks/task-view';
import { WatchButton } from '@/components/watchers/watch-button';
import { listComments } from '@/lib/comments/queries';
import { listDeadlines } from '@/lib/deadlines/queries';
import { readOwnNotes } from '@/lib/inbox/own-notes';
import { mailDeliveries } from '@/lib/notifications/queries';
import type { Actor } from '@/lib/people/actor';
import { holds } from '@/lib/people/permissions';
import { requireActor } from '@/lib/session/session';
import { getWatching } from '@/lib/watchers/queries';
import { loadRequest, loadTask } from './load-task';

type Props = {
  params: Promise<{ taskId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const task = await loadTask((await params).taskId);
  return { title: task.title };
}

/** One task, to be read and decided. */
export default async function TaskPage({ params, searchParams }: Props) {
  const [actor, { taskId }, search] = await Promise.all([requireActor(), params, searchParams]);
  const tab = readTaskTab(search['tab']);
  const [task, mails, notes, watching] = await Promise.all([
    loadTask(taskId),
    mailDeliveries(actor, taskId),
    readOwnNotes(actor, taskId),
    getWatching(actor, { kind: 'task', id: taskId }),
  ]);
  const deadlines = await listDeadlines(actor, task.instanceId);
  return (
    <TaskView
      task={task}
      personId={actor.personId}
      deadline={
        deadlines.ok ? (
          <DeadlinePanel
            instanceId={task.instanceId}
            deadlines={deadlines.value}
            paused={task.instanceStatus === 'paused'}
            taskId={task.id}
          />
        ) : null
      }
      mails={<TaskMails mails={mails.ok ? mails.value : []} mayResend={holds(actor, 'instances.repair')} />}
      notes={notes}
      watch={
        watching.ok ? <WatchButton watched={{ kind: 'task', id: taskId }} watching={watching.value} /> : null
      }
      tab={tab}
    >
      {tab === 'decide' ? null : <RequestPart actor={actor} instanceId={task.instanceId} tab={tab} />}
    </TaskView>
  );
}

async function RequestPart({
  actor,
  instanceId,
  tab,
}: {
  actor: Actor;
  instanceId: string;
  tab: Exclude<TaskTab, 'decide'>;
}) {
  if (tab === 'conversation') {
    const [comments, t] = await Promise.all([listComments(actor, instanceId), getTranslations('task')]);
    return (
      <Conversation
        instanceId={instanceId}
        comments={comments.ok ? comments.value : []}
        personId={actor.personId}
        empty={t('noComments')}
      />
    );
  }
  const { detail, newest } = await loadRequest(actor, instanceId);
  if (tab === 'diagram') return <RequestDiagram detail={detail} />;
  return <RequestHistory detail={detail} newest={newest} />;
}
