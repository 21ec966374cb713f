'use client';

import { Wrench } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { use } from 'react';
import { auditActionText } from '@/components/administration/audit-action';
import { ItemResultMark, JobAction, JobStatusMark } from '@/components/bulk-jobs/job-words';
import { foldEvents } from '@/components/history/fold-events';
import type { HistoryNames } from '@/components/history/names';
import { TimelineEntry } from '@/components/history/timeline-entry';
import { Card, Panel } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import { RelativeLink } from './relative-link';
import type { JobPart, Operations } from '@/lib/support/dossier-schema';

/** What staff have done to the instance: in bulk jobs, one by one, and what only the audit log knows. */
export function OperationsTab({
  operations,
  names,
}: {
  operations: Promise<Operations>;
  names: HistoryNames;
}) {
  const t = useTranslations('dossier.operations');
  const tActions = useTranslations('administration.audit.actions');
  const { jobs, events, audit } = use(operations);
  if (jobs.length === 0 && events.length === 0 && audit.length === 0)
    return (
      <Card>
        <EmptyState icon={<Wrench aria-hidden />} title={t('empty')} className="py-10" />
      </Card>
    );
  return (
    <div className="flex flex-col gap-4">
      {jobs.length === 0 ? null : (
        <Panel title={t('jobs')}>
          <ul className="flex flex-col gap-3">
            {jobs.map((part) => (
              <li key={part.job}>
                <Part part={part} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {events.length === 0 ? null : (
        <Panel title={t('actions')} description={t('actionsText')}>
          <ol>
            {[...foldEvents(events)].reverse().map((entry) => (
              <TimelineEntry key={entry.id} entry={entry} names={names} skippable={false} dated />
            ))}
          </ol>
        </Panel>
      )}
      {audit.length === 0 ? null : (
        <Panel title={t('audit')} description={t('auditText')}>
          <ul className="flex flex-col gap-1.5 text-sm text-muted">
            {audit.map(({ at, by, action, left }) => (
              <li key={`${at} ${action}`}>
                {t.rich('entry', {
                  by,
                  action: auditActionText(tActions, action),
                  when: () => <RelativeTime at={at} />,
                })}
                {left.length === 0 ? null : <Left left={left} />}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}

/** Instances around it that an erasure was to reach as well, and that kept their data. */
function Left({ left }: { left: Operations['audit'][number]['left'] }) {
  const t = useTranslations('erasure');
  return (
    <ul className="mt-0.5 flex flex-col gap-0.5 pl-4">
      {left.map(({ instance, state }) => (
        <li key={instance.id}>
          <RelativeLink instance={instance} /> {t(`left.${state}`)}
        </li>
      ))}
    </ul>
  );
}

function Part({ part }: { part: JobPart }) {
  const t = useTranslations('dossier.operations');
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <TextLink href={`/operations/jobs/${part.job}`} className="text-base">
          <JobAction order={part.order} />
        </TextLink>
        <ItemResultMark status={part.status} />
        <span className="flex items-center gap-1.5 text-sm text-muted">
          {t('job')} <JobStatusMark status={part.jobStatus} />
        </span>
      </div>
      <p className="mt-0.5 text-sm text-muted">
        {t.rich('by', { by: part.by, when: () => <RelativeTime at={part.workedAt ?? part.createdAt} /> })}
      </p>
      <p className="mt-0.5 text-sm wrap-anywhere text-ink">{part.reason}</p>
      {part.message ? <p className="mt-0.5 text-sm wrap-anywhere text-danger-ink">{part.message}</p> : null}
    </>
  );
}
