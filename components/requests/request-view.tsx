import { CircleCheck, CircleDot, CornerDownRight, Flag } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Conversation } from '@/components/comments/conversation';
import { AtDeadlineLine } from '@/components/deadlines/at-deadline-line';
import { useFactValue } from '@/components/instances/fact-value';
import { DueChip } from '@/components/tasks/due-chip';
import { RequestSentence } from '@/components/tasks/request-sentence';
import { Panel } from '@/components/ui/card';
import { DescriptionList } from '@/components/ui/description-list';
import { Duration } from '@/components/ui/duration';
import { useQuoted } from '@/components/ui/quoted';
import { RelativeTime } from '@/components/ui/relative-time';
import type { CommentRow } from '@/lib/comments/schema';
import { isClosed } from '@/lib/engine/lifecycle';
import type { InstanceDetail, WaitingOn } from '@/lib/instances/schema';
import { type Milestone, milestonesOf } from './milestones';

export type RequestViewProps = {
  detail: InstanceDetail;
  comments: readonly CommentRow[];
  reader: { id: string; name: string };
  /** The files of the request, and where one is waited for. */
  files: ReactNode;
  /** What the reader has to answer now. */
  answer: ReactNode;
};

/** A request as the one who asked sees it: where it is, since when, who has it, what happens next, in plain words. */
export function RequestView({ detail, comments, reader, files, answer }: RequestViewProps) {
  const t = useTranslations('requests.page');
  const deadlines = useTranslations('deadlines');
  const format = useFormatter();
  const valueOf = useFactValue();
  const facts = detail.facts.filter(({ value }) => value !== null && value !== '');
  const open = !isClosed(detail.status);
  return (
    <div className="flex flex-col gap-5">
      <Panel title={t('now')} padded>
        <p className="text-md text-ink" role="status">
          <RequestSentence row={detail} reader={reader.name} />
        </p>
        {open ? <Holders waitingOn={detail.waitingOn} reader={reader} /> : null}
        {open && detail.next.length > 0 ? (
          <p className="mt-2 flex items-start gap-1.5 text-base text-muted">
            <CornerDownRight aria-hidden className="mt-1 size-4 shrink-0 text-faint" />
            <span>{t('next', { steps: format.list(detail.next, { type: 'disjunction' }) })}</span>
          </p>
        ) : null}
        {open ? (
          <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1.5">
            {detail.dueAt === null ? null : <DueChip dueAt={detail.dueAt} createdAt={detail.stateSince} />}
            <AtDeadlineLine dueAt={detail.dueAt} atDeadline={detail.atDeadline} className="text-sm" />
            {detail.status === 'paused' && detail.dueAt !== null ? (
              <p className="w-full text-sm text-muted">{deadlines('paused')}</p>
            ) : null}
          </div>
        ) : null}
        {answer}
      </Panel>
      {files}
      <Panel title={t('soFar')}>
        <ol className="flex flex-col gap-3.5">
          {milestonesOf(detail).map((one, position) => (
            <MilestoneRow key={position} milestone={one} detail={detail} reader={reader} />
          ))}
        </ol>
      </Panel>
      {facts.length > 0 ? (
        <Panel title={t('asked')}>
          <DescriptionList
            items={facts.map((fact) => ({ key: fact.label, label: fact.label, value: valueOf(fact) }))}
          />
        </Panel>
      ) : null}
      <Panel title={t('conversation')} description={t('conversationText')}>
        <Conversation
          instanceId={detail.id}
          comments={comments}
          personId={reader.id}
          empty={t('noComments')}
        />
      </Panel>
    </div>
  );
}

/** On whom it waits, where there is more to say than the one sentence. */
function Holders({
  waitingOn,
  reader,
}: {
  waitingOn: readonly WaitingOn[];
  reader: RequestViewProps['reader'];
}) {
  const t = useTranslations('requests.page');
  const format = useFormatter();
  const [only, second] = waitingOn;
  if (!only || (!second && !only.claimed && only.approvals.required === 1)) return null;
  const nameOf = ({ id, name }: { id: string | null; name: string }) => (id === reader.id ? t('you') : name);
  return (
    <ul className="mt-2 flex flex-col gap-1 text-base text-muted">
      {waitingOn.map((task) => {
        const asked = [...task.roles.map(({ name }) => name), ...task.people.map(nameOf)];
        const who = task.assignee ? nameOf(task.assignee) : format.list(asked, { type: 'disjunction' });
        return (
          <li key={task.taskId}>
            {task.claimed
              ? t('taken', { who, step: task.stepName })
              : t('waitsFor', { who, step: task.stepName })}
            {task.approvals.required > 1
              ? ` ${t('votes', { given: task.approvals.given, required: task.approvals.required })}`
              : ''}
          </li>
        );
      })}
    </ul>
  );
}

const icons = { asked: CircleDot, decided: CircleCheck, ended: Flag } as const;

function MilestoneRow({
  milestone,
  detail,
  reader,
}: {
  milestone: Milestone;
  detail: InstanceDetail;
  reader: RequestViewProps['reader'];
}) {
  const t = useTranslations('requests.page');
  const quoted = useQuoted();
  const Icon = icons[milestone.kind];
  return (
    <li className="flex items-start gap-2.5 text-base">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
      <div className="min-w-0 flex-1">
        <p className="text-ink">{words()}</p>
        {milestone.kind === 'decided' && milestone.reason ? (
          <blockquote className="mt-0.5 wrap-anywhere whitespace-pre-line text-ink">
            {quoted(milestone.reason)}
          </blockquote>
        ) : null}
        <p className="text-sm text-muted">
          <RelativeTime at={milestone.at} />
          {milestone.kind === 'ended' ? (
            <>
              {' · '}
              {t.rich('took', { age: () => <Duration from={detail.createdAt} to={milestone.at} /> })}
            </>
          ) : null}
        </p>
      </div>
    </li>
  );

  function words(): string {
    switch (milestone.kind) {
      case 'asked':
        return detail.requester?.id === reader.id
          ? t('askedByYou')
          : t('askedBy', { name: detail.requester?.name ?? '' });
      case 'decided': {
        const { step, outcome, by } = milestone;
        return by.id === reader.id
          ? t('decidedByYou', { step, outcome })
          : t('decided', { step, outcome, name: by.name });
      }
      case 'ended':
        return detail.status === 'completed'
          ? t('endedAs', { state: detail.stateName ?? '' })
          : t(
              `ended.${detail.status === 'cancelled' || detail.status === 'reversed' ? detail.status : 'failed'}`,
            );
    }
  }
}
