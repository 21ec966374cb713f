'use client';

import { Search, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState, useTransition, type FormEvent } from 'react';
import { useShortcut } from '@/components/shell/shortcuts';
import { useTypedSearch } from '@/components/shell/use-typed-search';
import { Input } from '@/components/ui/input';
import { LinkButton } from '@/components/ui/link-button';
import { OptionalSelect } from '@/components/ui/optional-select';
import { Spinner } from '@/components/ui/spinner';
import { TabLinks } from '@/components/ui/tab-links';
import {
  addressOf,
  groupOf,
  statusGroups,
  type ListFilters as Filters,
  type StatusGroup,
} from './list-address';
import { ListOptions } from './list-options';
import { wordsOfKey } from './words';

type Named = { readonly key: string; readonly name: string };

export type ListFiltersProps = {
  filters: Filters;
  definitions: readonly Named[];
  /** The steps of the chosen process; empty where none is chosen. */
  states: readonly Named[];
  /** Business fields by which instances can be found. */
  fields: readonly string[];
  /** What of the search was not understood. */
  problem: string | null;
};

/** Fields that are named under the search box. */
const mostFields = 8;

/** Narrows the list. All of it stands in the address, so a view can be kept, shared and gone back to. */
export function ListFilters({ filters, definitions, states, fields, problem }: ListFiltersProps) {
  const t = useTranslations('instances.filters');
  const router = useRouter();
  const [busy, startTransition] = useTransition();
  const [words, setWords] = useState(filters.q ?? '');
  const field = useRef<HTMLInputElement>(null);
  const typed = useTypedSearch((text) => go({ q: text.trim() || undefined }), addressOf(filters));
  const addressed = filters.q ?? '';
  // An address that changed otherwise (a link, going back) is shown; what somebody types is left alone.
  useEffect(() => {
    if (document.activeElement !== field.current) setWords(addressed);
  }, [addressed]);
  useShortcut(['/'], t('search'), () => field.current?.focus());

  function go(change: Partial<Filters>) {
    typed.forget();
    const address = addressOf({ ...filters, q: words.trim() || undefined, ...change });
    startTransition(() => router.replace(address, { scroll: false }));
  }

  function submitted(event: FormEvent) {
    event.preventDefault();
    typed.now(words);
  }

  return (
    <div className="flex flex-col gap-3">
      <form
        role="search"
        aria-label={t('label')}
        onSubmit={submitted}
        className="flex flex-wrap items-center gap-2"
      >
        <div className="relative min-w-0 flex-1 basis-64 sm:max-w-96">
          <Input
            ref={field}
            type="search"
            name="q"
            aria-label={t('search')}
            placeholder={t('placeholder')}
            icon={busy ? <Spinner /> : <Search aria-hidden />}
            value={words}
            maxLength={500}
            aria-describedby="search-help"
            onChange={(event) => {
              setWords(event.currentTarget.value);
              typed.later(event.currentTarget.value);
            }}
          />
        </div>
        {/* Enter sends a form of several fields only where it has a button to send it. */}
        <button type="submit" hidden />
        <div className="flex min-w-0 flex-1 gap-2 max-sm:basis-full sm:flex-none">
          <Choice
            label={t('definition')}
            all={t('allDefinitions')}
            value={filters.definition}
            options={definitions}
            onChange={(definition) => go({ definition, state: undefined, version: undefined })}
          />
          {states.length > 0 ? (
            <Choice
              label={t('state')}
              all={t('allStates')}
              value={filters.state}
              options={states}
              onChange={(state) => go({ state })}
            />
          ) : null}
        </div>
      </form>
      <p id="search-help" className="text-xs text-muted">
        {fields.length === 0
          ? t('help')
          : t('helpFields', { fields: fields.slice(0, mostFields).join(', ') })}
      </p>
      {problem === null ? null : (
        <p role="alert" className="text-sm text-danger-ink">
          {problem}
        </p>
      )}
      <StatusTabs filters={filters} />
      <ListOptions filters={filters} go={go} />
      <Chips filters={filters} hasStates={states.length > 0} />
    </div>
  );
}

function Choice({
  label,
  all,
  value,
  options,
  onChange,
}: {
  label: string;
  all: string;
  value: string | undefined;
  options: readonly Named[];
  onChange: (value: string | undefined) => void;
}) {
  const known = value === undefined || options.some(({ key }) => key === value);
  const choices = known ? options : [...options, { key: value, name: wordsOfKey(value) }];
  return (
    <OptionalSelect
      aria-label={label}
      all={all}
      value={value}
      onChange={onChange}
      options={choices.map(({ key, name }) => ({ value: key, label: name }))}
      className="min-w-0 flex-1 sm:w-48 sm:flex-none"
    />
  );
}

function StatusTabs({ filters }: { filters: Filters }) {
  const t = useTranslations('instances.groups');
  const present = groupOf(filters.status);
  const groups = Object.keys(statusGroups) as StatusGroup[];
  return (
    <TabLinks
      label={t('label')}
      items={[
        { href: addressOf({ ...filters, status: undefined }), label: t('all'), current: present === 'all' },
        ...groups.map((group) => ({
          href: addressOf({ ...filters, status: statusGroups[group] }),
          label: t(group),
          current: present === group,
        })),
      ]}
    />
  );
}

/** Filters that came with the address and have no control of their own. */
function Chips({ filters, hasStates }: { filters: Filters; hasStates: boolean }) {
  const t = useTranslations('instances.filters');
  const statuses = useTranslations('instances.statuses');
  const chips: { text: string; without: Partial<Filters> }[] = [];
  if (filters.requester) {
    const text =
      filters.requester === 'me' ? t('requesterMe') : t('requesterIs', { requester: filters.requester });
    chips.push({ text, without: { requester: undefined } });
  }
  if (filters.subject)
    chips.push({ text: t('subjectIs', { subject: filters.subject }), without: { subject: undefined } });
  if (filters.version)
    chips.push({ text: t('versionIs', { version: filters.version }), without: { version: undefined } });
  if (filters.maxAge)
    chips.push({ text: t('maxAgeIs', { age: filters.maxAge }), without: { maxAge: undefined } });
  if (filters.cause) chips.push({ text: t('causeIs'), without: { cause: undefined } });
  if (filters.state && !hasStates) {
    chips.push({ text: t('stateIs', { state: wordsOfKey(filters.state) }), without: { state: undefined } });
  }
  if (filters.status && groupOf(filters.status) === undefined) {
    for (const status of filters.status) {
      const rest = filters.status.filter((one) => one !== status);
      chips.push({ text: t('statusIs', { status: statuses(status) }), without: { status: rest } });
    }
  }
  if (chips.length === 0) return null;
  return (
    <ul aria-label={t('label')} className="flex flex-wrap gap-2">
      {chips.map(({ text, without }) => (
        <li key={text}>
          <LinkButton
            size="sm"
            href={addressOf({ ...filters, ...without })}
            aria-label={t('remove', { filter: text })}
          >
            {text}
            <X aria-hidden />
          </LinkButton>
        </li>
      ))}
    </ul>
  );
}
