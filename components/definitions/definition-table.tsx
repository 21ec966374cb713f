import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import { Cell, HeaderCell, RowLink, Table, TableBody, TableHead, TableRow } from '@/components/ui/table';
import { TextLink } from '@/components/ui/text-link';
import type { DefinitionRow } from '@/lib/definitions/schema';

/** The processes, one a row. `linksInstances`: the reader may see everybody's instances. */
export function DefinitionTable({
  rows,
  linksInstances,
}: {
  rows: readonly DefinitionRow[];
  linksInstances: boolean;
}) {
  const t = useTranslations('definitions');
  return (
    <Card className="overflow-clip">
      <Table label={t('title')} className="sm:table-fixed">
        <TableHead>
          <HeaderCell>{t('columns.name')}</HeaderCell>
          <HeaderCell className="w-32">{t('columns.version')}</HeaderCell>
          <HeaderCell className="w-40">{t('columns.draft')}</HeaderCell>
          <HeaderCell className="w-28" align="end">
            {t('columns.live')}
          </HeaderCell>
          <HeaderCell className="w-64 max-md:hidden">{t('columns.updated')}</HeaderCell>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.key}>
              <Cell primary className="py-2.5">
                <div className="min-w-0">
                  <span className="flex min-w-0 items-baseline gap-2">
                    <RowLink href={`/definitions/${row.key}`}>{row.name}</RowLink>
                    <code className="truncate font-mono text-xs text-faint">{row.key}</code>
                  </span>
                  {row.description ? (
                    <p className="truncate text-sm text-muted max-sm:whitespace-normal">{row.description}</p>
                  ) : null}
                </div>
              </Cell>
              <Cell>
                {row.activeVersion === null ? (
                  <span className="text-faint">{t(row.retiredAt ? 'retired' : 'neverPublished')}</span>
                ) : (
                  <Badge>{t('version', { version: row.activeVersion })}</Badge>
                )}
              </Cell>
              <Cell className={row.draftDiffers ? undefined : 'max-sm:hidden'}>
                {row.draftDiffers ? (
                  <Badge tone="caution">{t('draftDiffers')}</Badge>
                ) : (
                  <span className="text-faint">—</span>
                )}
              </Cell>
              <Cell align="end" label={t('columns.live')}>
                {linksInstances && row.liveInstances > 0 ? (
                  <TextLink
                    href={liveAddress(row.key)}
                    className="relative z-1"
                    aria-label={t('liveOf', { count: row.liveInstances, name: row.name })}
                  >
                    {row.liveInstances}
                  </TextLink>
                ) : (
                  row.liveInstances
                )}
              </Cell>
              <Cell className="truncate max-md:hidden max-sm:inline-flex" label={t('columns.updated')}>
                <span className="truncate">
                  <RelativeTime at={row.updatedAt} focusable={false} className="relative z-1" />
                  {row.updatedBy ? ` ${t('by', { name: row.updatedBy.name })}` : null}
                </span>
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

/** The list of a definition's instances. */
export function liveAddress(key: string): string {
  return `/instances?definition=${key}`;
}
