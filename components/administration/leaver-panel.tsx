'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { PersonPicker } from '@/components/people/person-picker';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { StatusMark } from '@/components/ui/status-mark';
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table';
import { TextLink } from '@/components/ui/text-link';
import type { Person } from '@/lib/engine/snapshot';
import { replaceInTasksAction } from '@/lib/tasks/actions';
import type { Leaver, Replaced } from '@/lib/tasks/schema';
import { Problem } from './problem';
import { useChange } from './use-change';

/** Tasks that one call replaces a person in; the others follow. */
const atOnce = 50;

/**
 * The tasks that wait for a person by name, as they were when the page was opened, and putting somebody else in their place in
 * exactly these, with what came of each.
 */
export function LeaverPanel({ person, leaver }: { person: Person; leaver: Leaver }) {
  const t = useTranslations('administration.leaver');
  const change = useChange();
  // The list is frozen: what arrives later is not touched, and what was done stays to be seen.
  const [tasks] = useState(leaver.tasks);
  const [by, setBy] = useState<Person | null>(null);
  const [reason, setReason] = useState('');
  const [results, setResults] = useState<Replaced['results']>([]);

  const of = new Map(results.map((result) => [result.id, result]));
  const left = tasks.filter(({ id }) => !of.get(id)?.ok);
  const failed = results.filter(({ ok }) => !ok).length;

  async function replace(event: FormEvent) {
    event.preventDefault();
    if (change.busy || left.length === 0) return;
    const missing: Record<string, string> = {};
    if (!by) missing['/by'] = t('byMissing');
    if (reason.trim() === '') missing['/reason'] = t('reasonMissing');
    change.setProblems(missing);
    if (!by || reason.trim() === '') return;
    await change.run(async () => {
      // What one person could not take another may: those that were left are tried again with whoever is chosen now.
      const all = results.filter(({ ok }) => ok);
      for (let from = 0; from < left.length; from += atOnce) {
        const ids = left.slice(from, from + atOnce).map(({ id }) => id);
        const order = { by: by.email, reason: reason.trim(), tasks: ids };
        const part = await replaceInTasksAction(person.email, order);
        if (!part.ok) return part;
        all.push(...part.value.results);
        setResults([...all]);
      }
      return { ok: true, value: all };
    }, null);
  }

  return (
    <div className="flex flex-col gap-4">
      {leaver.onlyHolderOf.length > 0 ? (
        <Banner tone="caution" title={t('onlyHolder')}>
          <ul>
            {leaver.onlyHolderOf.map(({ key, name, openTasks }) => (
              <li key={key}>{t('onlyHolderOf', { role: name, count: openTasks })}</li>
            ))}
          </ul>
        </Banner>
      ) : null}
      {leaver.deputyIn > 0 ? (
        <Banner tone="caution" title={t('deputyIn', { count: leaver.deputyIn })} />
      ) : null}
      {tasks.length === 0 ? (
        <p className="text-base text-muted">{t('none', { name: person.name })}</p>
      ) : (
        <>
          <form noValidate onSubmit={(event) => void replace(event)} className="flex flex-col gap-4">
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label={t('by')} hint={t('byHint')} error={change.problems['/by']}>
                <PersonPicker value={by} onChange={setBy} without={[person.email]} />
              </Field>
              <Field label={t('reason')} error={change.problems['/reason']}>
                <Input value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
              </Field>
            </div>
            <div className="flex flex-wrap items-center gap-3">
              <Button type="submit" variant="primary" busy={change.busy} disabled={left.length === 0}>
                {t('replace', { count: left.length || tasks.length })}
              </Button>
              {results.length > 0 ? (
                <p role="status" className="text-base text-ink">
                  {t('result', { done: results.length - failed, failed })}
                </p>
              ) : null}
            </div>
            <Problem change={change} />
          </form>
          {leaver.more ? <p className="text-sm text-muted">{t('more')}</p> : null}
          <Table label={t('title')}>
            <TableHead>
              <HeaderCell>{t('task')}</HeaderCell>
              <HeaderCell>{t('held')}</HeaderCell>
              <HeaderCell>{t('outcome')}</HeaderCell>
            </TableHead>
            <TableBody>
              {tasks.map((task) => (
                <TableRow key={task.id}>
                  <Cell primary className="py-2.5">
                    <div className="min-w-0">
                      <TextLink href={`/instances/${task.instanceId}`}>{task.title}</TextLink>
                      <span className="block text-sm text-muted">{task.subject}</span>
                    </div>
                  </Cell>
                  <Cell label={t('held')}>{t(`helds.${task.held}`)}</Cell>
                  <Cell>
                    <Outcome result={of.get(task.id)} />
                  </Cell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </>
      )}
    </div>
  );
}

function Outcome({ result }: { result: Replaced['results'][number] | undefined }) {
  const t = useTranslations('administration.leaver');
  if (!result) return <span className="text-faint">—</span>;
  if (result.ok) {
    return (
      <StatusMark shape="done" tone="positive">
        {t('replaced')}
      </StatusMark>
    );
  }
  return (
    <span>
      <StatusMark shape="failed" tone="danger">
        {t('left')}
      </StatusMark>
      <span className="block text-sm text-muted">{result.message}</span>
    </span>
  );
}
