'use client';

import { Pencil, Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { FormDialog } from '@/components/administration/form-dialog';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table';
import { TextLink } from '@/components/ui/text-link';
import type { CalendarRow, Country } from '@/lib/calendars/schema';
import { CalendarForm } from './calendar-form';

/** The calendars of the organisation. */
export function CalendarsTable({ rows }: { rows: readonly CalendarRow[] }) {
  const t = useTranslations('calendars');
  return (
    <Card className="overflow-clip">
      <Table label={t('title')}>
        <TableHead>
          <HeaderCell>{t('name')}</HeaderCell>
          <HeaderCell>{t('zone')}</HeaderCell>
          <HeaderCell>{t('holidays')}</HeaderCell>
          <HeaderCell>{t('version')}</HeaderCell>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.key}>
              <Cell primary className="py-2.5">
                <TextLink href={`/administration/calendars/${row.key}`}>{row.name}</TextLink>
                <code className="block font-mono text-xs text-faint">{row.key}</code>
              </Cell>
              <Cell label={t('zone')}>{row.inAssigneeZone ? t('zoneOfPeople') : row.timeZone}</Cell>
              <Cell label={t('holidays')}>
                {row.country
                  ? [row.country.country, row.country.state].filter(Boolean).join(', ')
                  : t('noHolidays')}
              </Cell>
              <Cell label={t('version')}>{t('versionBy', { version: row.version, by: row.changedBy })}</Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

/** Makes a calendar, or changes one. */
export function CalendarDialog({
  calendar,
  countries,
  timeZone,
}: {
  calendar?: CalendarRow;
  countries: readonly Country[];
  timeZone: string;
}) {
  const t = useTranslations('calendars');
  const trigger = calendar ? (
    <Button icon={<Pencil aria-hidden />}>{t('edit')}</Button>
  ) : (
    <Button variant="primary" icon={<Plus aria-hidden />}>
      {t('new')}
    </Button>
  );
  return (
    <FormDialog
      trigger={trigger}
      title={calendar?.name ?? t('new')}
      text={calendar ? t('editText') : t('newText')}
      size="lg"
      form={(close) => (
        <CalendarForm
          {...(calendar && { calendar })}
          countries={countries}
          timeZone={timeZone}
          onDone={close}
        />
      )}
    />
  );
}
