import { useTranslations } from 'next-intl';
import { Input } from '@/components/ui/input';
import { StatusMark } from '@/components/ui/status-mark';
import { Cell, HeaderCell, RowLink, Table, TableBody, TableHead, TableRow } from '@/components/ui/table';
import type { Proposal, Verdict } from '@/lib/migration/schema';

const looks = {
  ready: { shape: 'done', tone: 'positive' },
  needs_data: { shape: 'attention', tone: 'caution' },
  blocked: { shape: 'failed', tone: 'danger' },
} as const;

/** What would become of each instance, and why not. */
export function VerdictTable({
  proposal,
  rows,
  own,
  onOwn,
}: {
  proposal: Proposal;
  rows: readonly Verdict[];
  /** What was typed for single instances: id → path → text. */
  own: Readonly<Record<string, Readonly<Record<string, string>>>>;
  onOwn: (id: string, path: string, text: string) => void;
}) {
  const t = useTranslations('migration.check');
  const old = new Map(proposal.states.map(({ step }) => [step.key, step.name]));
  const next = new Map(proposal.steps.map(({ key, name }) => [key, name]));
  return (
    <Table label={t('title')}>
      <TableHead>
        <HeaderCell>{t('instance')}</HeaderCell>
        <HeaderCell>{t('verdict')}</HeaderCell>
        <HeaderCell>{t('move')}</HeaderCell>
        <HeaderCell className="w-[42%]">{t('why')}</HeaderCell>
      </TableHead>
      <TableBody>
        {rows.map(({ instance, verdict, lines, message, fields, children }) => (
          <TableRow key={instance.id}>
            <Cell primary>
              <RowLink href={`/instances/${instance.id}`} target="_blank">
                {instance.subject}
              </RowLink>
            </Cell>
            <Cell>
              <StatusMark {...looks[verdict]}>{t(verdict)}</StatusMark>
            </Cell>
            <Cell label={t('move')}>
              <ul>
                {lines.map(({ branch, from, to, carried }) => {
                  const left = old.get(from) ?? from;
                  const entered = `${next.get(to) ?? to} (${t(carried ? 'carried' : 'anew')})`;
                  return <li key={branch}>{verdict === 'ready' ? `${left} → ${entered}` : left}</li>;
                })}
              </ul>
            </Cell>
            <Cell className="max-sm:w-full">
              <div className="w-full">
                {message}
                {fields
                  .map(({ path }) => path.slice(1).replaceAll('/', '.'))
                  .map((path) => (
                    <label key={path} className="mt-1.5 flex items-center gap-2 text-sm">
                      <span className="font-mono text-xs">{path}</span>
                      <Input
                        aria-label={t('own', { field: path, instance: instance.subject })}
                        value={own[instance.id]?.[path] ?? ''}
                        onChange={(event) => onOwn(instance.id, path, event.currentTarget.value)}
                      />
                    </label>
                  ))}
                {children > 0 ? <span className="block">{t('children', { count: children })}</span> : null}
              </div>
            </Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
