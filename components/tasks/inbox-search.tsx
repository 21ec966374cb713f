'use client';

import { Search } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useSelectedLayoutSegment } from 'next/navigation';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useShortcut } from '@/components/shell/shortcuts';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { taskSorts } from '@/lib/tasks/schema';
import { inboxAddress, type InboxQuery, type Sort } from './inbox-address';

/** Milliseconds of no typing before the list is asked anew. */
const pause = 300;

/** Words to look for, and the order of the list. Both stand in the address; give it the view as `key`. */
export function InboxSearch({ query }: { query: InboxQuery }) {
  const t = useTranslations('inbox');
  const [words, setWords] = useState(query.q);
  const taskId = useSelectedLayoutSegment() ?? undefined;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const asked = useRef(query.q);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Cleared or gone back to from elsewhere: the field follows. What it asked for itself it is ahead of.
  useEffect(() => {
    if (query.q === asked.current) return;
    asked.current = query.q;
    setWords(query.q);
  }, [query.q]);
  useShortcut(['/'], t('search.label'), () => field.current?.focus());

  function go(change: Partial<InboxQuery>) {
    clearTimeout(timer.current);
    const next = { ...query, q: words.trim(), ...change };
    asked.current = next.q;
    // The list reads itself; the open task beside it stays as it is.
    window.history.replaceState(null, '', inboxAddress(next, taskId));
  }

  function typed(text: string) {
    setWords(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => go({ q: text.trim() }), pause);
  }

  function submitted(event: FormEvent) {
    event.preventDefault();
    go({});
  }

  return (
    <form
      role="search"
      aria-label={t('search.label')}
      onSubmit={submitted}
      className="flex gap-2 border-b border-line p-3"
    >
      <Input
        ref={field}
        type="search"
        aria-label={t('search.label')}
        placeholder={t('search.placeholder')}
        icon={<Search aria-hidden />}
        value={words}
        maxLength={200}
        onChange={(event) => typed(event.currentTarget.value)}
      />
      <Select
        aria-label={t('sort.label')}
        value={query.sort}
        onValueChange={(sort) => go({ sort: (sort ?? query.sort) as Sort })}
        options={taskSorts.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))}
        className="w-34 shrink-0"
      />
    </form>
  );
}
