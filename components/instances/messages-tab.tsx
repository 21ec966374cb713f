'use client';

import { Send } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { use } from 'react';
import { ResendDelivery } from '@/components/administration/deliveries-table';
import { MailRow } from '@/components/notifications/task-mails';
import { Card, Panel } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { RelativeTime } from '@/components/ui/relative-time';
import { StatusMark } from '@/components/ui/status-mark';
import type { ActivityStatus } from '@/lib/engine/lifecycle';
import type { ExecutionRow } from '@/lib/instances/execution-schema';
import type { Messages } from '@/lib/support/dossier-schema';
import { activityLooks } from './status-look';

const sending: ReadonlySet<string> = new Set(['SEND_EMAIL', 'CALL_WEBHOOK', 'EMIT_EVENT']);

/** What the instance has sent: mails of the process, mails to people about tasks, and events to sinks, each with its delivery. */
export function MessagesTab({
  messages,
  executions,
  mayResend,
  mayResendEvents,
}: {
  messages: Promise<Messages>;
  executions: readonly ExecutionRow[];
  mayResend: boolean;
  mayResendEvents: boolean;
}) {
  const t = useTranslations('dossier.messages');
  const states = useTranslations('instances.activityStatuses');
  const { mails, undelivered, sinks } = use(messages);
  const sent = executions.filter(({ type }) => sending.has(type)).reverse();
  if (sent.length === 0 && mails.length === 0 && sinks.length === 0)
    return (
      <Card>
        <EmptyState icon={<Send aria-hidden />} title={t('empty')} className="py-10" />
      </Card>
    );
  return (
    <div className="flex flex-col gap-4">
      {sent.length === 0 ? null : (
        <Panel title={t('activities')} description={t('activitiesText')}>
          <ul className="flex flex-col gap-2.5">
            {sent.map((one) => (
              <li key={one.key} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
                <span className="text-ink">{one.activityName}</span>
                <StatusMark {...activityLooks[one.status as ActivityStatus]}>
                  {states(one.status as ActivityStatus)}
                </StatusMark>
                <span className="text-muted">
                  {one.stepName}, <RelativeTime at={one.closedAt ?? one.createdAt} />
                </span>
                {one.error ? (
                  <p className="w-full wrap-anywhere text-danger-ink">{one.error.message}</p>
                ) : null}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {mails.length === 0 ? null : (
        <Panel title={t('mails')} description={t('mailsText')}>
          <ul className="flex flex-col gap-2.5">
            {mails.map((mail) => (
              <MailRow key={mail.id} mail={mail} mayResend={mayResend} about={mail.title} />
            ))}
          </ul>
        </Panel>
      )}
      {sinks.length === 0 ? null : (
        <Panel title={t('events')} description={t('eventsText', { sinks: sinks.join(', ') })}>
          {undelivered.length === 0 ? (
            <p className="text-sm text-muted">{t('allDelivered')}</p>
          ) : (
            <ul className="flex flex-col gap-2.5">
              {undelivered.map((one) => (
                <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
                  <code className="font-mono text-sm wrap-anywhere">{one.type}</code>
                  <span className="text-muted">{t('event', { number: one.sequence, sink: one.sink })}</span>
                  {one.deadAt ? (
                    <>
                      <span className="text-danger-ink">{t('givenUp', { count: one.attempts })}</span>
                      {mayResendEvents ? <ResendDelivery id={one.id} /> : null}
                    </>
                  ) : (
                    <span className="text-muted">
                      {t.rich('underWay', { when: () => <RelativeTime at={one.nextAttemptAt} /> })}
                    </span>
                  )}
                  {one.error ? <p className="w-full wrap-anywhere text-muted">{one.error}</p> : null}
                </li>
              ))}
            </ul>
          )}
        </Panel>
      )}
    </div>
  );
}
