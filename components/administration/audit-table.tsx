import { useFormatter, useTranslations } from 'next-intl';
import { wordsOfKey } from '@/components/instances/words';
import { Card } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table';
import { TextLink } from '@/components/ui/text-link';
import type { AuditEntryRow } from '@/lib/audit/schema';
import { addressOf } from './address';
import { auditActionText } from './audit-action';

/** Entries of the audit log: who did or tried what, to what, when. */
export function AuditTable({ rows, path }: { rows: readonly AuditEntryRow[]; path: string }) {
  const t = useTranslations('administration.audit');
  const tActions = useTranslations('administration.audit.actions');
  return (
    <Card className="overflow-clip">
      <Table label={t('title')}>
        <TableHead>
          <HeaderCell className="w-40">{t('when')}</HeaderCell>
          <HeaderCell>{t('who')}</HeaderCell>
          <HeaderCell>{t('what')}</HeaderCell>
          <HeaderCell>{t('details')}</HeaderCell>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.id}>
              <Cell>
                <RelativeTime at={row.occurredAt} />
              </Cell>
              <Cell primary className="py-2.5">
                <TextLink href={addressOf(path, { actor: row.actor.id })}>{row.actor.name}</TextLink>
              </Cell>
              <Cell>
                <span>
                  <TextLink href={addressOf(path, { action: row.action })}>
                    {auditActionText(tActions, row.action)}
                  </TextLink>
                  <TextLink
                    href={addressOf(path, { subject: row.subject })}
                    className="block font-mono text-xs break-all"
                  >
                    {row.subject}
                  </TextLink>
                </span>
              </Cell>
              <Cell>
                <Details data={row.data} />
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

function Details({ data }: { data: AuditEntryRow['data'] }) {
  const format = useFormatter();
  const t = useTranslations('administration.audit');
  const parts = Object.entries(data).map(([name, value]) =>
    t('part', { name: wordsOfKey(name), value: typeof value === 'string' ? value : JSON.stringify(value) }),
  );
  return <span className="text-sm wrap-anywhere">{format.list(parts, { type: 'unit' })}</span>;
}
