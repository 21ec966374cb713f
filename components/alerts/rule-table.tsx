'use client';

import { useTranslations } from 'next-intl';
import { ActivityState, ActivitySwitch } from '@/components/administration/activity-switch';
import { Card } from '@/components/ui/card';
import { Duration } from '@/components/ui/duration';
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table';
import { switchRuleAction } from '@/lib/alerts/actions';
import type { RuleRow } from '@/lib/alerts/schema';

/** The rules, each with what it watches and whom it tells. */
export function RuleTable({
  rows,
  names,
  mayChange,
}: {
  rows: readonly RuleRow[];
  names: Readonly<Record<string, string>>;
  mayChange: boolean;
}) {
  const t = useTranslations('alerts.rules');
  return (
    <Card className="overflow-clip">
      <Table label={t('title')}>
        <TableHead>
          <HeaderCell>{t('name')}</HeaderCell>
          <HeaderCell>{t('watches')}</HeaderCell>
          <HeaderCell>{t('tells')}</HeaderCell>
          <HeaderCell>{t('state')}</HeaderCell>
          {mayChange ? (
            <HeaderCell>
              <span className="sr-only">{t('actions')}</span>
            </HeaderCell>
          ) : null}
        </TableHead>
        <TableBody>
          {rows.map((rule) => (
            <TableRow key={rule.id}>
              <Cell primary>
                {rule.name}
                {rule.open > 0 ? (
                  <span className="block text-sm text-danger-ink">{t('open', { count: rule.open })}</span>
                ) : null}
              </Cell>
              <Cell label={t('watches')}>
                {t.rich(`kinds.${rule.kind}`, {
                  where: where(rule, names) ?? t('everywhere'),
                  percent: rule.percent ?? 0,
                  least: rule.least ?? 0,
                  age: () => <Duration milliseconds={(rule.ageSeconds ?? rule.windowSeconds ?? 0) * 1000} />,
                })}
              </Cell>
              <Cell label={t('tells')}>
                <span className="wrap-anywhere">
                  {[...rule.mails, ...(rule.webhook === null ? [] : [rule.webhook])].join(', ')}
                </span>
              </Cell>
              <Cell label={t('state')}>
                <ActivityState active={rule.active} />
              </Cell>
              {mayChange ? (
                <Cell align="end">
                  <ActivitySwitch
                    name={rule.name}
                    active={rule.active}
                    text={t('stopText')}
                    set={(active) => switchRuleAction(rule.id, active)}
                  />
                </Cell>
              ) : null}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

function where({ definition, step }: RuleRow, names: Readonly<Record<string, string>>): string | null {
  if (definition === null) return null;
  const name = names[definition] ?? definition;
  return step === null ? name : `${name}, ${step}`;
}
