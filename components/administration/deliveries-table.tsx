'use client';

import { RotateCw } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table';
import { TextLink } from '@/components/ui/text-link';
import { resendDeliveryAction } from '@/lib/event-sinks/actions';
import type { DeliveryRow } from '@/lib/event-sinks/schema';
import { useChange } from './use-change';

/** Events that sinks have not got: what was given up, to be sent again, or what is on its way. */
export function DeliveriesTable({
  rows,
  sinks,
}: {
  rows: readonly DeliveryRow[];
  /** Names of the sinks by id. */
  sinks: Readonly<Record<string, string>>;
}) {
  const t = useTranslations('administration.eventSinks.deliveries');
  return (
    <Card className="overflow-clip">
      <Table label={t('title')}>
        <TableHead>
          <HeaderCell>{t('event')}</HeaderCell>
          <HeaderCell>{t('sink')}</HeaderCell>
          <HeaderCell>{t('error')}</HeaderCell>
          <HeaderCell className="w-36">{t('when')}</HeaderCell>
          <HeaderCell className="w-28" align="end">
            {t('actions')}
          </HeaderCell>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.id}>
              <Cell primary className="py-2.5">
                <div className="min-w-0">
                  <code className="font-mono text-sm">{row.type}</code>
                  <span className="block text-sm">
                    <TextLink href={`/instances/${row.instance}`}>
                      {t('number', { sequence: row.sequence })}
                    </TextLink>
                  </span>
                </div>
              </Cell>
              <Cell label={t('sink')}>{sinks[row.sink] ?? row.sink}</Cell>
              <Cell>
                <span className="wrap-anywhere">
                  {row.error ?? '—'}
                  <span className="block text-sm text-faint">{t('attempts', { count: row.attempts })}</span>
                </span>
              </Cell>
              <Cell>
                <RelativeTime at={row.deadAt ?? row.nextAttemptAt} focusable={false} />
              </Cell>
              <Cell align="end">{row.deadAt ? <ResendDelivery id={row.id} /> : null}</Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

/** Tries an event again that was given up. */
export function ResendDelivery({ id }: { id: string }) {
  const t = useTranslations('administration.eventSinks');
  const change = useChange();
  return (
    <span>
      <Button
        size="sm"
        icon={<RotateCw aria-hidden />}
        busy={change.busy}
        onClick={() => void change.run(() => resendDeliveryAction(id), t('resent'))}
      >
        {t('resend')}
      </Button>
      {change.problem === null ? null : (
        <span role="alert" className="block text-sm text-danger-ink">
          {change.problem}
        </span>
      )}
    </span>
  );
}
