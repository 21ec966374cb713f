import { useTranslations } from 'next-intl';
import { listOf } from '@/components/support/board-address';
import { Card } from '@/components/ui/card';
import { Duration } from '@/components/ui/duration';
import { RelativeTime } from '@/components/ui/relative-time';
import { StatusMark } from '@/components/ui/status-mark';
import { TextLink } from '@/components/ui/text-link';
import type { AlertRow } from '@/lib/alerts/schema';

/** The alerts that hold, then those that held lately: what, where, since when, and whether people were told. */
export function AlertList({
  rows,
  names,
}: {
  rows: readonly AlertRow[];
  /** Names of the processes by key. */
  names: Readonly<Record<string, string>>;
}) {
  return (
    <Card>
      <ul className="divide-y divide-line">
        {rows.map((alert) => (
          <li key={alert.id} className="px-4 py-3.5">
            <Alert alert={alert} name={names[alert.definition] ?? alert.definition} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Alert({ alert, name }: { alert: AlertRow; name: string }) {
  const t = useTranslations('alerts');
  const { rule, definition, step, count, measured, closedAt, openedAt, exampleId, notices } = alert;
  const failed = notices.filter(({ status }) => status === 'failed');
  const waiting = notices.filter(({ status, error }) => status === 'queued' && error !== null);
  const list = listOf({ definition, ...(step === null ? {} : { state: step }) });
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 text-base font-medium wrap-anywhere text-ink">{rule.name}</span>
        {closedAt === null ? (
          <StatusMark shape="attention" tone="danger">
            {t('holds')}
          </StatusMark>
        ) : (
          <StatusMark shape="done" tone="neutral">
            {t('over')}
          </StatusMark>
        )}
      </div>
      <p className="mt-1 text-sm text-ink">
        {t.rich(`found.${rule.kind}`, {
          count,
          percent: Math.round(measured),
          where: step === null ? name : t('whereStep', { name, step }),
          age: () => <Duration milliseconds={measured * 1000} />,
        })}
      </p>
      <p className="mt-0.5 flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-muted">
        <span>{t.rich('since', { when: () => <RelativeTime at={openedAt} /> })}</span>
        {closedAt === null ? null : (
          <span>{t.rich('until', { when: () => <RelativeTime at={closedAt} /> })}</span>
        )}
        <span>
          {t('told', {
            count: notices.filter((one) => one.status === 'sent' && one.about === 'raised').length,
          })}
        </span>
        {closedAt === null ? <TextLink href={list}>{t('openList')}</TextLink> : null}
        {exampleId === null ? null : <TextLink href={`/instances/${exampleId}`}>{t('worst')}</TextLink>}
      </p>
      {[...failed, ...waiting].map((one) => (
        <p
          key={`${one.about} ${one.channel} ${one.target}`}
          className="mt-0.5 text-sm wrap-anywhere text-danger-ink"
        >
          {t(one.status === 'failed' ? 'givenUp' : 'notYet', { target: one.target, error: one.error ?? '' })}
        </p>
      ))}
    </>
  );
}
