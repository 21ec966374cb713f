'use client';

import { ListFilter } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';
import { OptionalSelect } from '@/components/ui/optional-select';
import { Select } from '@/components/ui/select';
import {
  type FactChoice,
  factFilterText,
  type FactLabel,
  type InboxQuery,
  type TaskProcess,
} from '@/lib/inbox/schema';
import { tidy, withFact } from './inbox-address';
import { highPriority } from './urgency';
import { useJson } from './use-json';

/** Narrows the list by process, lateness, priority, and by what the requests are about. */
export function InboxFilterDialog({
  query,
  onChange,
}: {
  query: InboxQuery;
  onChange: (query: InboxQuery) => void;
}) {
  const t = useTranslations('inbox.filter');
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={t('title')}
      description={t('text')}
      trigger={
        <IconButton
          label={t('title')}
          icon={<ListFilter aria-hidden />}
          variant="secondary"
          className="shrink-0"
        />
      }
      footer={
        <Button variant="primary" onClick={() => setOpen(false)}>
          {t('done')}
        </Button>
      }
    >
      {open ? <Filters query={query} onChange={onChange} /> : null}
    </Dialog>
  );
}

function Filters({ query, onChange }: { query: InboxQuery; onChange: (query: InboxQuery) => void }) {
  const t = useTranslations('inbox.filter');
  const processes =
    useJson<readonly TaskProcess[]>(`/api/workflows/tasks/processes?view=${query.view}`) ?? [];
  const labels = useJson<readonly FactLabel[]>(`/api/workflows/tasks/facts?view=${query.view}`);
  const [chosen, setChosen] = useState<string | null>(null);
  const label = labels?.find((one) => one.label === chosen) ?? null;
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('process')}>
        <OptionalSelect
          value={query.definition}
          all={t('allProcesses')}
          onChange={(definition) => onChange(tidy({ ...query, definition }))}
          options={processes.map(({ key, name }) => ({ value: key, label: name }))}
        />
      </Field>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Checkbox
          label={t('overdue')}
          checked={query.overdue === true}
          onCheckedChange={(overdue) => onChange(tidy({ ...query, overdue: overdue || undefined }))}
        />
        <Checkbox
          label={t('highPriority')}
          checked={query.priorityFrom !== undefined}
          onCheckedChange={(high) =>
            onChange(tidy({ ...query, priorityFrom: high ? highPriority : undefined }))
          }
        />
      </div>
      {labels !== null && labels.length > 0 ? (
        <Field label={t('fact')} hint={t('factHint')}>
          <Select
            value={chosen}
            placeholder={t('chooseFact')}
            onValueChange={setChosen}
            options={labels.map((one) => ({ value: one.label, label: one.label }))}
          />
        </Field>
      ) : null}
      {label ? (
        <FactFilter
          key={label.label}
          label={label}
          query={query}
          onAdd={(texts) => onChange(texts.reduce(withFact, query))}
        />
      ) : null}
    </div>
  );
}

function FactFilter({
  label,
  query,
  onAdd,
}: {
  label: FactLabel;
  query: InboxQuery;
  onAdd: (texts: readonly string[]) => void;
}) {
  return label.kind === 'text' ? (
    <Values label={label} query={query} onAdd={onAdd} />
  ) : (
    <Range label={label} onAdd={onAdd} />
  );
}

/** The values that occur in this list, to be chosen from. */
function Values({ label: { label }, query, onAdd }: Parameters<typeof FactFilter>[0]) {
  const t = useTranslations('inbox.filter');
  const [words, setWords] = useState('');
  const search = new URLSearchParams({ view: query.view, label, ...(words && { q: words }) });
  const values = useJson<readonly FactChoice[]>(`/api/workflows/tasks/facts/values?${search}`);
  const current = new Set(query.fact ?? []);
  return (
    <div>
      <Input
        type="search"
        aria-label={t('findValue', { label })}
        placeholder={t('findValue', { label })}
        value={words}
        maxLength={100}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <ul
        aria-label={t('values', { label })}
        className="mt-2 flex flex-wrap gap-2 p-0.5 sm:max-h-60 sm:overflow-y-auto"
      >
        {(values ?? []).map(({ value, title }) => {
          const text = factFilterText({ label, operator: 'is', value });
          return (
            <li key={value}>
              <Button size="sm" aria-pressed={current.has(text)} onClick={() => onAdd([text])}>
                {title}
              </Button>
            </li>
          );
        })}
        {values?.length === 0 ? <li className="text-sm text-muted">{t('noValue')}</li> : null}
      </ul>
    </div>
  );
}

/** A least and a greatest number, or a first and a last day. */
function Range({
  label: { label, kind, least, most },
  onAdd,
}: {
  label: FactLabel;
  onAdd: (texts: readonly string[]) => void;
}) {
  const t = useTranslations('inbox.filter');
  const format = useFormatter();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const type = kind === 'date' ? 'date' : 'number';
  const known = least !== null && most !== null;
  const empty = from === '' && to === '';

  function add(event: FormEvent) {
    event.preventDefault();
    if (empty) return;
    onAdd([
      ...(from === '' ? [] : [factFilterText({ label, operator: 'from', value: from })]),
      ...(to === '' ? [] : [factFilterText({ label, operator: 'to', value: to })]),
    ]);
  }

  return (
    <form onSubmit={add}>
      <div className="flex items-end gap-2">
        <Field label={t('from')} className="min-w-0 flex-1">
          <Input
            type={type}
            step="any"
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
        </Field>
        <Field label={t('to')} className="min-w-0 flex-1">
          <Input type={type} step="any" value={to} onChange={(event) => setTo(event.currentTarget.value)} />
        </Field>
        <Button type="submit" disabled={empty}>
          {t('add')}
        </Button>
      </div>
      {known ? (
        <p className="mt-1.5 text-xs text-muted">
          {t('occurs', { least: format.number(least), most: format.number(most) })}
        </p>
      ) : null}
    </form>
  );
}
