import type { Metadata } from 'next';
import { TaskView } from '@/components/tasks/task-view';
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
  return <TaskView task={await loadTask(taskId)} personId={actor.personId} />;
}
