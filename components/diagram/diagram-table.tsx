import { useTranslations } from 'next-intl';
import { Fragment } from 'react';
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table';
import { lookOf, type DiagramProps } from './contract';
import { labelOf } from './layout';

/** The diagram's content in words: for screen readers, and for everybody who would rather read it. */
export function DiagramTable({
  steps,
  transitions,
  marks,
  notes = [],
  groups = [],
}: Pick<DiagramProps, 'steps' | 'transitions' | 'marks' | 'notes' | 'groups'>) {
  const t = useTranslations('diagram');
  const names = new Map(steps.map((step) => [step.key, step.name]));
  return (
    <>
      <Table label={t('asTable')}>
        <TableHead>
          <HeaderCell>{t('step')}</HeaderCell>
          <HeaderCell>{t('kind')}</HeaderCell>
          {marks ? <HeaderCell>{t('status')}</HeaderCell> : null}
          <HeaderCell>{t('leadsTo')}</HeaderCell>
        </TableHead>
        <TableBody>
          {steps.map((step) => (
            <TableRow key={step.key}>
              <Cell primary>{step.name}</Cell>
              <Cell label={t('kind')}>{t(`types.${step.type}`)}</Cell>
              {marks ? <Cell label={t('status')}>{statusOf(step.key)}</Cell> : null}
              <Cell label={t('leadsTo')}>{exitsOf(step.key)}</Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {groups.length + notes.length > 0 ? (
        <dl className="grid gap-x-3 gap-y-1 border-t border-line px-3 py-2 sm:grid-cols-[auto_1fr]">
          {groups.map(({ key, name, steps: members }) => (
            <Fragment key={key}>
              <dt className="font-medium">{t('group', { name })}</dt>
              <dd className="text-muted">{members.map((step) => names.get(step) ?? step).join(', ')}</dd>
            </Fragment>
          ))}
          {notes.map(({ key, text, about }) => (
            <Fragment key={key}>
              <dt className="font-medium">
                {about === undefined ? t('note') : t('noteAbout', { step: names.get(about) ?? about })}
              </dt>
              <dd className="whitespace-pre-wrap text-muted">{text}</dd>
            </Fragment>
          ))}
        </dl>
      ) : null}
    </>
  );

  function statusOf(step: string): string {
    const look = lookOf(step, marks);
    if (look === 'untaken' || look === 'plain') return t('notReached');
    const visits = marks?.[step]?.visits ?? 0;
    return visits > 1 ? `${t(`marks.${look}`)}, ${t('visits', { count: visits })}` : t(`marks.${look}`);
  }

  function exitsOf(step: string): string {
    const exits = transitions.filter((transition) => transition.from === step);
    if (exits.length === 0) return t('ends');
    return exits
      .map((exit) => {
        const to = names.get(exit.to) ?? exit.to;
        const via = labelOf(exit);
        return via ? t('to', { step: to, via }) : to;
      })
      .join(', ');
  }
}
