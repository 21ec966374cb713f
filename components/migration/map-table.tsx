import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Select } from '@/components/ui/select';
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table';
import type { Proposal } from '@/lib/migration/schema';

/** Where each step goes: first those that somebody is in, and among them those without a counterpart. */
export function MapTable({
  proposal,
  map,
  onChange,
}: {
  proposal: Proposal;
  map: Readonly<Record<string, string>>;
  onChange: (map: Readonly<Record<string, string>>) => void;
}) {
  const t = useTranslations('migration.map');
  const { from, states, steps } = proposal;
  const shown = states
    .filter(({ lines, to }) => lines > 0 || to === null)
    .sort((left, right) => Number(left.to !== null) - Number(right.to !== null) || right.lines - left.lines);
  const unused = states.length - shown.length;
  const options = [
    { value: '', label: t('leave') },
    ...steps.map(({ key, name }) => ({ value: key, label: name === key ? key : `${name} (${key})` })),
  ];
  return (
    <>
      <Table label={t('title')}>
        <TableHead>
          <HeaderCell>{t('from', { from })}</HeaderCell>
          <HeaderCell align="end">{t('lines')}</HeaderCell>
          <HeaderCell className="w-1/2">{t('to')}</HeaderCell>
        </TableHead>
        <TableBody>
          {shown.map(({ step, lines }) => (
            <TableRow key={step.key}>
              <Cell primary>
                {step.name}{' '}
                {step.name === step.key ? null : <code className="text-xs text-muted">{step.key}</code>}
              </Cell>
              <Cell align="end" label={t('lines')}>
                {lines > 0 && (map[step.key] ?? '') === '' ? (
                  <Badge tone="caution">{lines}</Badge>
                ) : (
                  <span className="tabular-nums">{lines}</span>
                )}
              </Cell>
              <Cell className="max-sm:w-full">
                <Select
                  aria-label={`${t('to')}: ${step.name}`}
                  options={options}
                  value={map[step.key] ?? ''}
                  onValueChange={(to) => onChange({ ...map, [step.key]: to ?? '' })}
                />
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {unused > 0 ? <p className="px-4 py-2 text-sm text-muted">{t('unused', { count: unused })}</p> : null}
    </>
  );
}
