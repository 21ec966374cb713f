'use client';

import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { type InboxQuery, readFactFilter, type TaskProcess } from '@/lib/inbox/schema';
import { isNarrowed, tidy, usualQuery, withoutFact } from './inbox-address';
import { useJson } from './use-json';

type Chip = { readonly key: string; readonly text: string; readonly without: InboxQuery };

/** What narrows and orders the list, each to be taken away; an order can be turned round. */
export function InboxChips({
  query,
  onChange,
}: {
  query: InboxQuery;
  onChange: (query: InboxQuery) => void;
}) {
  const t = useTranslations('inbox.chips');
  const chips = useFilterChips(query);
  const sorted = query.sort.join() !== usualQuery(query.view).sort.join();
  if (chips.length === 0 && !sorted && query.group === undefined) return null;
  return (
    <ul aria-label={t('label')} className="flex flex-wrap gap-1.5 px-3 pb-3">
      {chips.map(({ key, text, without }) => (
        <li key={key}>
          <Remove label={t('remove', { filter: text })} onClick={() => onChange(without)}>
            {text}
          </Remove>
        </li>
      ))}
      {query.group ? (
        <li>
          <Remove label={t('removeGroup')} onClick={() => onChange(tidy({ ...query, group: undefined }))}>
            {t(`group.${query.group}`)}
          </Remove>
        </li>
      ) : null}
      {sorted
        ? query.sort.map((key) => <SortChip key={key} sort={key} query={query} onChange={onChange} />)
        : null}
      {isNarrowed(query) ? (
        <li>
          <Button
            size="sm"
            variant="quiet"
            onClick={() =>
              onChange({ view: query.view, sort: query.sort, ...(query.group && { group: query.group }) })
            }
          >
            {t('clear')}
          </Button>
        </li>
      ) : null}
    </ul>
  );
}

function Remove({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Button size="sm" aria-label={label} onClick={onClick} className="max-w-70">
      <span className="truncate">{children}</span>
      <X aria-hidden />
    </Button>
  );
}

function SortChip({
  sort,
  query,
  onChange,
}: {
  sort: string;
  query: InboxQuery;
  onChange: (query: InboxQuery) => void;
}) {
  const t = useTranslations('inbox.sort');
  const turned = sort.startsWith('-');
  const key = turned ? sort.slice(1) : sort;
  const name = key.startsWith('fact:') ? key.slice('fact:'.length) : t(key as 'due');
  const replace = (by: readonly string[]) =>
    onChange(tidy({ ...query, sort: query.sort.flatMap((one) => (one === sort ? by : [one])) }));
  return (
    <li className="flex">
      <Button
        size="sm"
        aria-label={t('turn', { name })}
        icon={turned ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />}
        onClick={() => replace([turned ? key : `-${key}`])}
        className="rounded-r-none"
      >
        {name}
      </Button>
      <Button
        size="sm"
        aria-label={t('remove', { name })}
        onClick={() => replace([])}
        className="-ml-px rounded-l-none px-1.5"
      >
        <X aria-hidden />
      </Button>
    </li>
  );
}

/** The filters in words. */
function useFilterChips(query: InboxQuery): Chip[] {
  const t = useTranslations('inbox.chips');
  const format = useFormatter();
  const processes = useJson<readonly TaskProcess[]>(
    query.definition === undefined ? null : `/api/workflows/tasks/processes?view=${query.view}`,
  );
  const chips: Chip[] = [];
  if (query.definition !== undefined) {
    const name = processes?.find(({ key }) => key === query.definition)?.name ?? query.definition;
    chips.push({ key: 'process', text: name, without: tidy({ ...query, definition: undefined }) });
  }
  if (query.overdue) {
    chips.push({ key: 'overdue', text: t('overdue'), without: tidy({ ...query, overdue: undefined }) });
  }
  if (query.priorityFrom !== undefined) {
    chips.push({
      key: 'priority',
      text: t('priorityFrom', { priority: query.priorityFrom }),
      without: tidy({ ...query, priorityFrom: undefined }),
    });
  }
  for (const one of query.fact ?? []) {
    const { label, operator, value } = readFactFilter(one);
    const shown = /^-?\d+(?:\.\d+)?$/.test(value) && operator !== 'is' ? format.number(Number(value)) : value;
    chips.push({ key: one, text: t(operator, { label, value: shown }), without: withoutFact(query, one) });
  }
  return chips;
}
