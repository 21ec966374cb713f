import { UsersRound } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { HandOverButtons } from '@/components/authority/hand-over-buttons';
import { RightNote } from '@/components/authority/right-note';
import { TallyWords } from '@/components/authority/tally-words';
import { WhoCanAct } from '@/components/authority/who-can-act';
import { isOpenTask } from '@/lib/engine/lifecycle';
import type { TaskDetail } from '@/lib/tasks/schema';
import { isForAlone } from './addressed';
import { VoteView } from './vote-view';

/** Who may decide the task and how many have to; what has been said so far. */
export function WhoDecides({ task, personId }: { task: TaskDetail; personId: string }) {
  const t = useTranslations('task.who');
  const format = useFormatter();
  if (!isOpenTask(task.status)) return null;
  const { roles, people } = task.candidates;
  const named = [...roles.map(({ name }) => name), ...people.map(({ name }) => name)];
  const alone = isForAlone(task, personId);
  return (
    <section aria-label={t('label')} className="mt-6">
      <p className="flex items-start gap-2 text-sm text-muted">
        <UsersRound aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
        <span>
          {alone ? t('you') : null}
          {named.length > 0 && !alone ? t('may', { who: format.list(named, { type: 'disjunction' }) }) : null}
          {named.length === 0 && task.assignee ? t('onlyAssignee', { name: task.assignee.name }) : null}
        </span>
      </p>
      <TallyWords tally={task.tally} />
      <RightNote task={task} personId={personId} />
      {task.votes.length > 0 ? (
        <ol className="my-3 flex flex-col gap-3.5">
          {task.votes.map((vote) => (
            <li key={vote.person.id}>
              <VoteView vote={vote} form={task.form} />
            </li>
          ))}
        </ol>
      ) : null}
      <WhoCanAct taskId={task.id} />
      <HandOverButtons task={task} personId={personId} />
    </section>
  );
}
