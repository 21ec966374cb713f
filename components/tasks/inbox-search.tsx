'use client';

import { Search } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useSelectedLayoutSegment } from 'next/navigation';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useShortcut } from '@/components/shell/shortcuts';
import { useTypedSearch } from '@/components/shell/use-typed-search';
import { Input } from '@/components/ui/input';
import type { InboxQuery } from '@/lib/inbox/schema';
import { inboxAddress, tidy } from './inbox-address';
import { InboxChips } from './inbox-chips';
import { InboxFilterDialog } from './inbox-filter-dialog';
import { InboxSortMenu } from './inbox-sort-menu';

/** Words to look for, filters, and the order of the list. All stands in the address; give it the view as `key`. */
export function InboxSearch({ query }: { query: InboxQuery }) {
  const t = useTranslations('inbox');
  const present = query.q ?? '';
  const [words, setWords] = useState(present);
  const taskId = useSelectedLayoutSegment() ?? undefined;
  const field = useRef<HTMLInputElement>(null);
  const asked = useRef(present);
  const typed = useTypedSearch(search, taskId ?? '');
  // Cleared or gone back to from elsewhere: the field follows. What it asked for itself it is ahead of.
  useEffect(() => {
    if (present === asked.current) return;
    asked.current = present;
    setWords(present);
  }, [present]);
  useShortcut(['/'], t('search.label'), () => field.current?.focus());

  function go(next: InboxQuery) {
    typed.forget();
    asked.current = next.q ?? '';
    // The list reads itself; the open task beside it stays as it is.
    window.history.replaceState(null, '', inboxAddress(next, taskId));
  }

  function search(text: string) {
    go(tidy({ ...query, q: text.trim() || undefined }));
  }

  function submitted(event: FormEvent) {
    event.preventDefault();
    typed.now(words);
  }

  return (
    <div className="border-b border-line">
      <form role="search" aria-label={t('search.label')} onSubmit={submitted} className="flex gap-2 p-3">
        <Input
          ref={field}
          type="search"
          aria-label={t('search.label')}
          placeholder={t('search.placeholder')}
          icon={<Search aria-hidden />}
          value={words}
          maxLength={200}
          onChange={(event) => {
            setWords(event.currentTarget.value);
            typed.later(event.currentTarget.value);
          }}
        />
        <InboxFilterDialog query={query} onChange={go} />
        <InboxSortMenu query={query} onChange={go} />
      </form>
      <InboxChips query={query} onChange={go} />
    </div>
  );
}
