'use client';

import { Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState, useTransition, type FormEvent } from 'react';
import { Input } from '@/components/ui/input';
import { Spinner } from '@/components/ui/spinner';
import { useShortcut } from './shortcuts';
import { useTypedSearch } from './use-typed-search';

/** Narrows a list by words, which stand in the address as `q`; the other parameters of the address begin anew. */
export function ListSearch({
  q,
  path,
  label,
  placeholder,
}: {
  q: string;
  /** Of the list, without parameters. */
  path: string;
  label: string;
  placeholder: string;
}) {
  const router = useRouter();
  const [busy, startTransition] = useTransition();
  const [words, setWords] = useState(q);
  const field = useRef<HTMLInputElement>(null);
  const typed = useTypedSearch(go, q);
  // An address that changed otherwise (a link, going back) is shown; what somebody types is left alone.
  useEffect(() => {
    if (document.activeElement !== field.current) setWords(q);
  }, [q]);
  useShortcut(['/'], label, () => field.current?.focus());

  function go(text: string) {
    const address = text.trim() === '' ? path : `${path}?${new URLSearchParams({ q: text.trim() })}`;
    startTransition(() => router.replace(address, { scroll: false }));
  }

  function submitted(event: FormEvent) {
    event.preventDefault();
    typed.now(words);
  }

  return (
    <form role="search" onSubmit={submitted} className="sm:max-w-96">
      <Input
        ref={field}
        type="search"
        name="q"
        aria-label={label}
        placeholder={placeholder}
        icon={busy ? <Spinner /> : <Search aria-hidden />}
        value={words}
        maxLength={200}
        onChange={(event) => {
          setWords(event.currentTarget.value);
          typed.later(event.currentTarget.value);
        }}
      />
    </form>
  );
}
