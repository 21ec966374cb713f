import { useTranslations } from 'next-intl';
import { RelativeTime } from '@/components/ui/relative-time';
import { Cell, HeaderCell, RowLink, Table, TableBody, TableHead, TableRow } from '@/components/ui/table';
import type { VersionRow } from '@/lib/definitions/schema';
import { shortHash } from './short-hash';
import { VersionState } from './version-state';

/** The published versions of a definition, the newest first. */
export function VersionTable({
  definitionKey,
  versions,
}: {
  definitionKey: string;
  versions: readonly VersionRow[];
}) {
  const t = useTranslations('definitions');
  return (
    <Table label={t('versions')}>
      <TableHead>
        <HeaderCell>{t('columns.version')}</HeaderCell>
        <HeaderCell>{t('columns.published')}</HeaderCell>
        <HeaderCell align="end">{t('columns.live')}</HeaderCell>
        <HeaderCell className="max-2xl:hidden">{t('columns.hash')}</HeaderCell>
      </TableHead>
      <TableBody>
        {versions.map((version) => (
          <TableRow key={version.version}>
            <Cell primary>
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <RowLink href={`/definitions/${definitionKey}/versions/${version.version}`}>
                  {t('version', { version: version.version })}
                </RowLink>
                <VersionState version={version} />
              </span>
            </Cell>
            <Cell>
              <span>
                <RelativeTime at={version.publishedAt} focusable={false} className="relative z-1" />
                {version.publishedBy ? ` ${t('by', { name: version.publishedBy.name })}` : null}
              </span>
            </Cell>
            <Cell align="end" label={t('columns.live')}>
              {version.liveInstances}
            </Cell>
            <Cell className="max-2xl:hidden max-sm:inline-flex" label={t('columns.hash')}>
              <code title={version.contentHash} className="font-mono text-xs">
                {shortHash(version.contentHash)}
              </code>
            </Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
