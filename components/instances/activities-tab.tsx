import { Cog } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';
import { Duration } from '@/components/ui/duration';
import { EmptyState } from '@/components/ui/empty-state';
import { JsonView } from '@/components/ui/json-view';
import { ExactTime, RelativeTime } from '@/components/ui/relative-time';
import { StatusMark } from '@/components/ui/status-mark';
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table';
import { activityMoves, type ActivityStatus } from '@/lib/engine/lifecycle';
import { builtInActivityTypes } from '@/lib/engine/definition/activity-schema';
import type { ExecutionRow } from '@/lib/instances/execution-schema';
import type { InstanceDetail } from '@/lib/instances/schema';
import { ActivityStatusMark } from './instance-status';
import { SagaList } from './saga-list';
import { SkipButton } from './skip-button';
import { activityLooks } from './status-look';

export type ActivitiesTabProps = {
  instanceId: string;
  executions: readonly ExecutionRow[];
  ledger: InstanceDetail['ledger'];
  step?: string | undefined;
  /** Keys of the executions that may be skipped now. */
  skippable: readonly string[];
};

/** Everything that the system did or tries to do for the instance, the newest first, attempt by attempt. */
export function ActivitiesTab({ instanceId, executions, ledger, step, skippable }: ActivitiesTabProps) {
  const t = useTranslations('instance.activities');
  const shown = executions.filter((execution) => step === undefined || execution.step === step).reverse();
  if (shown.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<Cog aria-hidden />}
          title={t(step === undefined ? 'empty' : 'emptyStep')}
          className="py-10"
        />
      </Card>
    );
  }
  return (
    <>
      <SagaList ledger={ledger.filter((entry) => step === undefined || entry.step === step)} />
      <ul className="flex flex-col gap-4">
        {shown.map((execution) => (
          <li key={execution.key}>
            <Execution
              execution={execution}
              instanceId={instanceId}
              skippable={skippable.includes(execution.key)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function Execution({
  execution,
  instanceId,
  skippable,
}: {
  execution: ExecutionRow;
  instanceId: string;
  skippable: boolean;
}) {
  const t = useTranslations('instance.activities');
  const { activityName, attempts, nextAttemptAt, output, key } = execution;
  const idempotencyKey = `${instanceId}:${key}`;
  return (
    <Card className="overflow-clip">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
        <h3 className="text-base font-semibold">{activityName}</h3>
        <ActivityStatusMark status={statusOf(execution)} />
        {nextAttemptAt !== null && execution.status === 'retrying' ? (
          <span className="text-sm text-muted">
            {t.rich('next', { when: () => <RelativeTime at={nextAttemptAt} /> })}
          </span>
        ) : null}
        {execution.room ? (
          <span className="text-sm text-muted">
            {t('room', { resource: execution.room.title, ahead: execution.room.ahead })}
          </span>
        ) : null}
        {skippable ? (
          <span className="ml-auto">
            <SkipButton instanceId={instanceId} execution={key} activity={activityName} />
          </span>
        ) : null}
        <p className="w-full text-sm text-muted">
          {execution.stepName}
          {execution.visit > 1 ? `, ${t('visit', { visit: execution.visit })}` : null} ·{' '}
          <TypeWord type={execution.type} />
        </p>
      </div>
      {attempts.length === 0 ? (
        <p className="border-t border-line px-4 py-2.5 text-sm text-muted">{t('noAttempts')}</p>
      ) : (
        <div className="overflow-x-auto border-t border-line">
          <Attempts execution={execution} />
        </div>
      )}
      <div className="flex flex-col gap-2 border-t border-line px-4 py-2.5 text-sm">
        {output === null ? null : <JsonView label={t('output')} value={output} depth={1} />}
        <p className="flex min-w-0 items-center gap-2 text-xs text-muted">
          {t('key')} <code className="min-w-0 truncate font-mono">{idempotencyKey}</code>
          <CopyButton value={idempotencyKey} />
        </p>
      </div>
    </Card>
  );
}

function Attempts({ execution }: { execution: ExecutionRow }) {
  const t = useTranslations('instance.activities');
  const words = useTranslations('instances.activityStatuses');
  return (
    <Table label={t('attempts', { activity: execution.activityName })}>
      <TableHead>
        <HeaderCell align="end" className="w-20">
          {t('number')}
        </HeaderCell>
        <HeaderCell>{t('started')}</HeaderCell>
        <HeaderCell align="end">{t('took')}</HeaderCell>
        <HeaderCell className="w-1/2">{t('result')}</HeaderCell>
        <HeaderCell>{t('worker')}</HeaderCell>
      </TableHead>
      <TableBody>
        {[...execution.attempts].reverse().map((attempt) => {
          const result = attempt.result ?? 'running';
          return (
            <TableRow key={attempt.number}>
              <Cell align="end" label={t('number')}>
                {attempt.number}
              </Cell>
              <Cell>
                <ExactTime at={attempt.startedAt} seconds />
              </Cell>
              <Cell align="end" label={t('took')}>
                <Duration from={attempt.startedAt} to={attempt.endedAt ?? undefined} />
              </Cell>
              <Cell className="py-2">
                <div className="min-w-0">
                  <StatusMark {...activityLooks[result]}>{words(result)}</StatusMark>
                  {attempt.error ? (
                    <p className="mt-0.5 wrap-anywhere text-ink">
                      {attempt.error.message}{' '}
                      <span className="text-xs text-faint">
                        <code className="font-mono">{attempt.error.code}</code>
                        {attempt.error.retryable === false ? `, ${t('notRetryable')}` : null}
                      </span>
                    </p>
                  ) : null}
                </div>
              </Cell>
              <Cell label={t('worker')} className="font-mono text-xs">
                {attempt.worker}
              </Cell>
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}

function TypeWord({ type }: { type: string }) {
  const t = useTranslations('instance.activities.types');
  const known = builtInActivityTypes.find((one) => one === type);
  return known ? t(known) : <code className="font-mono text-xs">{type}</code>;
}

function statusOf({ status }: ExecutionRow): ActivityStatus {
  return Object.hasOwn(activityMoves, status) ? (status as ActivityStatus) : 'created';
}
