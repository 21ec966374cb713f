'use client';

import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { ExactTime } from '@/components/ui/relative-time';
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table';
import { TextLink } from '@/components/ui/text-link';
import { useNow } from '@/components/ui/use-now';
import type { RuleRow } from '@/lib/rules/schema';
import { inForceAt, nextAfter } from './in-force';

/** Rules with what holds now and when that changes. */
export function RulesTable({ rows }: { rows: readonly RuleRow[] }) {
  const t = useTranslations('rules');
  const now = useNow();
  const rules = [...new Set(rows.map(({ key }) => key))].map(
    (key) => [key, rows.filter((row) => row.key === key)] as const,
  );
  return (
    <Card className="overflow-clip">
      <Table label={t('title')}>
        <TableHead>
          <HeaderCell>{t('rule')}</HeaderCell>
          <HeaderCell>{t('now')}</HeaderCell>
          <HeaderCell>{t('next')}</HeaderCell>
        </TableHead>
        <TableBody>
          {rules.map(([key, values]) => {
            const holds = inForceAt(values, now);
            const next = nextAfter(values, now);
            return (
              <TableRow key={key}>
                <Cell primary className="py-2.5">
                  <TextLink href={`/administration/rules/${key}`}>{key}</TextLink>
                </Cell>
                <Cell label={t('now')}>
                  {holds ? (
                    <code className="font-mono text-sm wrap-anywhere">
                      {short(JSON.stringify(holds.value))}
                    </code>
                  ) : (
                    t('nothingNow')
                  )}
                </Cell>
                <Cell label={t('next')}>{next ? <ExactTime at={next.effectiveFrom} /> : t('noNext')}</Cell>
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
    </Card>
  );
}

function short(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
