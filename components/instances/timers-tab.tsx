'use client';

import { Clock, FastForward } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConsequencesPreview } from '@/components/support/consequences-preview';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { ExactTime, RelativeTime } from '@/components/ui/relative-time';
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table';
import { runTimerAction } from '@/lib/instances/actions';
import type { TimerRow } from '@/lib/instances/timers';
import { ReasonDialog } from './reason-dialog';

/** What happens by itself and when; support need not wait for it. */
export function TimersTab({
  instanceId,
  timers,
  mayRun,
}: {
  instanceId: string;
  timers: readonly TimerRow[];
  mayRun: boolean;
}) {
  const t = useTranslations('instance.timersTab');
  const [asked, setAsked] = useState<string | null>(null);
  if (timers.length === 0)
    return (
      <Card>
        <EmptyState icon={<Clock aria-hidden />} title={t('empty')} className="py-10" />
      </Card>
    );
  return (
    <Card className="overflow-clip">
      <Table label={t('title')}>
        <TableHead>
          <HeaderCell>{t('step')}</HeaderCell>
          <HeaderCell>{t('what')}</HeaderCell>
          <HeaderCell>{t('when')}</HeaderCell>
          {mayRun ? (
            <HeaderCell>
              <span className="sr-only">{t('column')}</span>
            </HeaderCell>
          ) : null}
        </TableHead>
        <TableBody>
          {timers.map((timer) => (
            <TableRow key={timer.key}>
              <Cell primary>{timer.stepName ?? t('whole')}</Cell>
              <Cell label={t('what')}>{t(`actions.${timer.action}`)}</Cell>
              <Cell label={t('when')}>
                <span className="flex flex-wrap gap-x-2">
                  <RelativeTime at={timer.dueAt} /> <ExactTime at={timer.dueAt} />
                </span>
              </Cell>
              {mayRun ? (
                <Cell align="end">
                  <Button size="sm" icon={<FastForward aria-hidden />} onClick={() => setAsked(timer.key)}>
                    {t('run')}
                  </Button>
                </Cell>
              ) : null}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <ReasonDialog
        open={asked !== null}
        onOpenChange={(open) => (open ? undefined : setAsked(null))}
        title={t('runTitle')}
        text={t('runText')}
        confirmLabel={t('run')}
        done={t('runDone')}
        run={(reason) =>
          asked === null ? Promise.resolve(null) : runTimerAction(instanceId, { timer: asked, reason })
        }
      >
        {asked === null ? null : (
          <ConsequencesPreview instanceId={instanceId} action={{ action: 'run_timer', timer: asked }} />
        )}
      </ReasonDialog>
    </Card>
  );
}
