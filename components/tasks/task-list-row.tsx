'use client';

import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import Link from 'next/link';
import { AtDeadlineLine } from '@/components/deadlines/at-deadline-line';
import { FactLine } from '@/components/instances/fact-value';
import { TaskStatusMark } from '@/components/instances/instance-status';
import { Avatar } from '@/components/ui/avatar';
import { Badge } from '@/components/ui/badge';
import { Checkbox } from '@/components/ui/checkbox';
import { classNames } from '@/components/ui/class-names';
import { RelativeTime } from '@/components/ui/relative-time';
import { isOpenTask } from '@/lib/engine/lifecycle';
import type { TaskRow } from '@/lib/tasks/schema';
import { DueChip } from './due-chip';
import type { Selection } from './use-selection';
import type { View } from '@/lib/inbox/schema';
import { highPriority } from './urgency';

const mostFacts = 3;

export type TaskListRowProps = {
  row: TaskRow;
  view: View;
  href: string;
  /** It is the one beside the list. */
  open: boolean;
  /** The choosing of rows, where several can be acted on at once. */
  selection?: Selection;
  /** It has left the list meanwhile, and only stays so that nothing moves. */
  gone: boolean;
};

/** One task of the inbox: what to decide, in which process, about what, for whom, until when, and who has it. */
export function TaskListRow({ row, view, href, open, gone, selection }: TaskListRowProps) {
  const t = useTranslations('inbox.row');
  const ended = !isOpenTask(row.status);
  return (
    <li
      className={classNames(
        'relative px-4 py-3 transition-colors hover:bg-hover',
        open &&
          'bg-accent-soft hover:bg-accent-soft before:absolute before:inset-y-0 before:left-0 before:w-0.75 before:bg-accent',
        (gone || (ended && view !== 'done')) && 'opacity-60',
      )}
    >
      <div className="flex items-start gap-2">
        {selection ? <RowChoice row={row} selection={selection} /> : null}
        <Link
          href={href}
          prefetch={false}
          data-task={row.id}
          aria-current={open ? 'true' : undefined}
          className="line-clamp-2 min-w-0 flex-1 text-base wrap-anywhere font-medium text-ink outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {row.title}
        </Link>
        {row.dueAt !== null && !ended ? (
          <span className="shrink-0">
            <DueChip dueAt={row.dueAt} createdAt={row.createdAt} />
          </span>
        ) : null}
      </div>
      <p className="mt-0.5 truncate text-sm text-muted">
        {row.definition.name}
        <span aria-hidden> · </span>
        {row.stepName}
        <span aria-hidden> · </span>
        {row.subject.id}
      </p>
      <div className="flex text-sm text-ink">
        <FactLine facts={telling(row)} known={row.subject.id} />
      </div>
      {ended ? null : <AtDeadlineLine dueAt={row.dueAt} atDeadline={row.atDeadline} className="mt-1" />}
      <div className="mt-1.5 flex items-center gap-1.5 text-xs text-muted">
        <span className="min-w-0 truncate">{row.requester?.name ?? t('noRequester')}</span>
        <span aria-hidden>·</span>
        <RelativeTime at={ended ? (row.closedAt ?? row.createdAt) : row.createdAt} focusable={false} />
        {row.priority >= highPriority && !ended ? <Badge>{t('highPriority')}</Badge> : null}
        <span className="ml-auto shrink-0">
          <Holder row={row} view={view} />
        </span>
      </div>
    </li>
  );
}

/** The tick of a row; with Shift, all rows from the last tick to this one. */
function RowChoice({ row, selection }: { row: TaskRow; selection: Selection }) {
  const t = useTranslations('inbox.row');
  const range = useRef(false);
  return (
    <span
      className="relative z-1"
      onClickCapture={(event) => {
        range.current = event.shiftKey;
      }}
    >
      <Checkbox
        aria-label={t('choose', { title: row.title })}
        checked={selection.chosen.has(row.id)}
        onCheckedChange={() => selection.toggle(row.id, range.current)}
      />
    </span>
  );
}

/** The first facts that the definition names, without what the row says anyway. */
function telling({ facts, subject }: TaskRow): TaskRow['facts'] {
  return facts
    .filter(({ value }) => value !== null && value !== '' && value !== subject.id)
    .slice(0, mostFacts);
}

function Holder({ row, view }: Pick<TaskListRowProps, 'row' | 'view'>) {
  const t = useTranslations('inbox.row');
  if (row.outcomeName !== null) return <span className="font-medium text-ink">{row.outcomeName}</span>;
  if (!isOpenTask(row.status)) return <TaskStatusMark status={row.status} className="text-xs" />;
  if (view === 'mine') return t(row.status === 'in_progress' ? 'claimedByYou' : 'assignedToYou');
  if (row.assignee === null) return t('unclaimed');
  return (
    <span className="inline-flex items-center gap-1.5 text-ink">
      <Avatar name={row.assignee.name} size="sm" />
      {row.assignee.name}
    </span>
  );
}
