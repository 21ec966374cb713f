import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { StatusMark } from '@/components/ui/status-mark';
import { Cell, HeaderCell, RowLink, Table, TableBody, TableHead, TableRow } from '@/components/ui/table';
import type { PersonRow } from '@/lib/people/schema';

/** People, one a row. */
export function PeopleTable({ rows }: { rows: readonly PersonRow[] }) {
  const t = useTranslations('administration.people');
  return (
    <Card className="overflow-clip">
      <Table label={t('title')}>
        <TableHead>
          <HeaderCell>{t('name')}</HeaderCell>
          <HeaderCell>{t('roles')}</HeaderCell>
          <HeaderCell className="w-32">{t('state')}</HeaderCell>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.id}>
              <Cell primary className="py-2.5">
                <div className="min-w-0">
                  <RowLink href={`/administration/people/${encodeURIComponent(row.email)}`}>
                    {row.name}
                  </RowLink>
                  <p className="truncate text-sm text-muted">{row.email}</p>
                </div>
              </Cell>
              <Cell>
                <span className="flex flex-wrap gap-1">
                  {row.roles.length > 0
                    ? row.roles.map(({ key, name }) => <Badge key={key}>{name}</Badge>)
                    : t('noRoles')}
                </span>
              </Cell>
              <Cell>
                <PersonState active={row.active} />
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

/** Whether somebody works here. */
export function PersonState({ active }: { active: boolean }) {
  const t = useTranslations('administration.people');
  return active ? (
    <StatusMark shape="done" tone="positive">
      {t('active')}
    </StatusMark>
  ) : (
    <StatusMark shape="cancelled" tone="neutral">
      {t('inactive')}
    </StatusMark>
  );
}
