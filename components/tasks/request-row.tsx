import { CornerDownRight } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { AtDeadlineLine } from '@/components/deadlines/at-deadline-line';
import { FactLine } from '@/components/instances/fact-value';
import { RequestStatusMark } from '@/components/requests/request-status-mark';
import { RelativeTime } from '@/components/ui/relative-time';
import { isClosed } from '@/lib/engine/lifecycle';
import type { InstanceRow } from '@/lib/instances/schema';
import { DueChip } from './due-chip';
import { RequestSentence } from './request-sentence';

export type RequestRowProps = {
  row: InstanceRow;
  /** Name of the person who asked and reads. */
  reader: string;
  /** What can be done with it. */
  actions?: ReactNode;
};

/** One of the reader's requests: what it is about, where it is, who has it, since when, until when, and what comes next. */
export function RequestRow({ row, reader, actions }: RequestRowProps) {
  const t = useTranslations('requests');
  const format = useFormatter();
  return (
    <li className="relative px-4 py-3.5 transition-colors hover:bg-hover">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          href={`/requests/${row.id}`}
          prefetch={false}
          className="min-w-0 truncate text-base font-semibold text-ink outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {row.definition.name} <span className="font-normal">{row.subject.id}</span>
        </Link>
        <RequestStatusMark status={row.status} outcome={row.outcome} />
        {row.dueAt !== null ? <DueChip dueAt={row.dueAt} createdAt={row.stateSince} /> : null}
        <span className="ml-auto text-xs text-muted">
          <RelativeTime at={row.createdAt} focusable={false} />
        </span>
      </div>
      <div className="mt-1 flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          <p className="text-base text-muted">
            <RequestSentence row={row} reader={reader} />
          </p>
          {row.next.length > 0 && !isClosed(row.status) ? (
            <p className="mt-0.5 flex items-start gap-1.5 text-sm text-muted">
              <CornerDownRight aria-hidden className="mt-0.5 size-3.5 shrink-0 text-faint" />
              <span>{t('next', { steps: format.list(row.next, { type: 'disjunction' }) })}</span>
            </p>
          ) : null}
          <AtDeadlineLine dueAt={row.dueAt} atDeadline={row.atDeadline} className="mt-0.5 text-sm" />
          <div className="mt-0.5 flex text-sm text-muted">
            <FactLine facts={row.facts} known={row.subject.id} />
          </div>
        </div>
        {actions ? <div className="relative z-1 flex gap-2">{actions}</div> : null}
      </div>
    </li>
  );
}
