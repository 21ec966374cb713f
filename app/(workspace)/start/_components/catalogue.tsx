'use client';

import { ArrowRight, Search, SearchX } from 'lucide-react';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useRef, useState } from 'react';
import { useShortcut } from '@/components/shell/shortcuts';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Input } from '@/components/ui/input';

export type CatalogueEntry = {
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
};

/** From this many on, there is a field to search in. */
const many = 9;

/** What can be started, each with what it is for. */
export function Catalogue({ entries }: { entries: readonly CatalogueEntry[] }) {
  const t = useTranslations('start');
  const [words, setWords] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useShortcut(['/'], t('search'), () => field.current?.focus());
  const asked = words.trim().toLocaleLowerCase();
  const shown = entries.filter(({ name, description }) =>
    `${name} ${description ?? ''}`.toLocaleLowerCase().includes(asked),
  );
  return (
    <>
      {entries.length >= many ? (
        <div className="mb-4 max-w-96">
          <Input
            ref={field}
            type="search"
            aria-label={t('search')}
            placeholder={t('searchPlaceholder')}
            icon={<Search aria-hidden />}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        </div>
      ) : null}
      {shown.length > 0 ? (
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {shown.map(({ key, name, description }) => (
            <li
              key={key}
              className="group relative flex flex-col rounded-lg border border-line bg-surface p-4 transition-colors hover:border-line-strong hover:bg-hover"
            >
              <div className="flex items-center gap-2">
                <Link
                  href={`/start/${key}`}
                  className="min-w-0 flex-1 text-md font-semibold text-ink outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
                >
                  {name}
                </Link>
                <ArrowRight
                  aria-hidden
                  className="size-4 text-faint transition-transform group-hover:translate-x-0.5 group-hover:text-accent-ink"
                />
              </div>
              {description ? <p className="mt-1 text-base text-muted">{description}</p> : null}
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={t('noMatch', { words: words.trim() })}
          action={<Button onClick={() => setWords('')}>{t('clear')}</Button>}
        />
      )}
    </>
  );
}
