'use client';

import { Plus, RotateCw } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table';
import { putSinkAction, resendToSinkAction } from '@/lib/event-sinks/actions';
import type { SinkRow } from '@/lib/event-sinks/schema';
import { ActivityState, ActivitySwitch } from './activity-switch';
import { ConfirmButton } from './confirm-button';
import { FormDialog } from './form-dialog';
import { SinkForm } from './sink-form';

/** Sinks with what they hear of. */
export function SinksTable({ rows }: { rows: readonly SinkRow[] }) {
  const t = useTranslations('administration.eventSinks');
  return (
    <Card className="overflow-clip">
      <Table label={t('title')}>
        <TableHead>
          <HeaderCell>{t('name')}</HeaderCell>
          <HeaderCell>{t('types')}</HeaderCell>
          <HeaderCell className="w-28">{t('state')}</HeaderCell>
          <HeaderCell className="w-64" align="end">
            {t('actions')}
          </HeaderCell>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.id}>
              <Cell primary className="py-2.5">
                <div className="min-w-0">
                  <span className="font-medium">{row.name}</span>
                  <code className="block font-mono text-xs break-all text-faint">
                    {row.url}
                    {row.subject ? ` · ${row.subject}` : null}
                  </code>
                </div>
              </Cell>
              <Cell>
                <span className="flex flex-wrap gap-1 py-1">
                  {row.types.length > 0
                    ? row.types.map((type) => <Badge key={type}>{type}</Badge>)
                    : t('allTypes')}
                </span>
              </Cell>
              <Cell>
                <ActivityState active={row.active} />
              </Cell>
              <Cell align="end">
                <span className="inline-flex flex-wrap justify-end gap-2">
                  <ConfirmButton
                    trigger={
                      <Button size="sm" icon={<RotateCw aria-hidden />}>
                        {t('resendAll')}
                      </Button>
                    }
                    title={t('resendAllTitle', { name: row.name })}
                    text={t('resendAllText')}
                    confirm={t('resendAll')}
                    done={t('resent')}
                    run={() => resendToSinkAction(row.id)}
                  />
                  <ActivitySwitch
                    name={row.name}
                    active={row.active}
                    text={t('stopText')}
                    set={(active) => putSinkAction(row.id, { active })}
                  />
                </span>
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

/** Makes a sink. */
export function NewSink() {
  const t = useTranslations('administration.eventSinks');
  return (
    <FormDialog
      trigger={
        <Button variant="primary" icon={<Plus aria-hidden />}>
          {t('new')}
        </Button>
      }
      title={t('new')}
      text={t('newText')}
      form={(close) => <SinkForm onDone={close} />}
    />
  );
}
