'use client';

import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Avatar } from '@/components/ui/avatar';
import { classNames } from '@/components/ui/class-names';
import { popupClass } from '@/components/ui/popup-styles';
import { Textarea } from '@/components/ui/textarea';
import { findMentionableAction } from '@/lib/comments/actions';
import { limits, type MentionablePerson } from '@/lib/comments/schema';
import { type MentionQuery, mentionAt, withMention } from './mention-query';

export type MentionFieldProps = {
  id: string;
  instanceId: string;
  value: string;
  onChange: (text: string) => void;
  /** Somebody was chosen; their name stands in the text. */
  onMention: (person: MentionablePerson) => void;
};

/** Milliseconds of no typing before people are looked up. */
const pause = 150;

/** A field for a comment, in which `@` and a name offers colleagues: arrows and Enter choose, Escape goes on writing. */
export function MentionField({ id, instanceId, value, onChange, onMention }: MentionFieldProps) {
  const t = useTranslations('comments.mention');
  const listId = useId();
  const field = useRef<HTMLTextAreaElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(0);
  const [query, setQuery] = useState<MentionQuery | null>(null);
  const [people, setPeople] = useState<readonly MentionablePerson[] | null>(null);
  const [active, setActive] = useState(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const open = query !== null && people !== null && people.length > 0;

  function close() {
    clearTimeout(timer.current);
    asked.current += 1;
    setQuery(null);
    setPeople(null);
  }

  function look(element: HTMLTextAreaElement) {
    field.current = element;
    const found = mentionAt(element.value, element.selectionStart);
    if (found === null) return close();
    setQuery(found);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void read(found.words), pause);
  }

  async function read(words: string) {
    const number = (asked.current += 1);
    const found = await findMentionableAction(instanceId, words).catch(() => null);
    if (number !== asked.current) return;
    const offered = found?.ok ? found.value : [];
    setPeople(offered);
    setActive(
      Math.max(
        0,
        offered.findIndex(({ maySee }) => maySee),
      ),
    );
  }

  function choose(person: MentionablePerson | undefined) {
    if (!person?.maySee || query === null) return;
    const next = withMention(value, query, person.name);
    onChange(next.text);
    onMention(person);
    close();
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(next.cursor, next.cursor);
    });
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (!open) return;
    const count = people.length;
    if (event.key === 'ArrowDown') setActive((active + 1) % count);
    else if (event.key === 'ArrowUp') setActive((active + count - 1) % count);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(people[active]);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className="relative">
      <Textarea
        id={id}
        rows={3}
        value={value}
        maxLength={limits.textCharacters}
        aria-autocomplete="list"
        aria-controls={open ? listId : undefined}
        aria-activedescendant={open ? `${listId}-${active}` : undefined}
        aria-describedby={`${listId}-hint`}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          look(event.currentTarget);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <p id={`${listId}-hint`} className="mt-1 text-xs text-muted">
        {t('hint')}
      </p>
      <p role="status" className="sr-only">
        {query === null || people === null ? '' : t('found', { count: people.length })}
      </p>
      {open ? (
        <ul
          id={listId}
          role="listbox"
          aria-label={t('list')}
          className={classNames(popupClass, 'absolute top-full left-0 z-50 -mt-4 w-full max-w-80 p-1')}
        >
          {people.map((person, index) => (
            <li
              key={person.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              aria-disabled={!person.maySee}
              // Otherwise the field would lose the cursor before the click.
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setActive(index)}
              onClick={() => choose(person)}
              className={classNames(
                'flex cursor-default items-center gap-2.5 rounded-md px-2 py-1.5 text-sm select-none pointer-coarse:py-3',
                index === active && 'bg-hover',
              )}
            >
              <Avatar name={person.name} />
              <span className="min-w-0">
                <span className={classNames('block truncate', person.maySee ? 'text-ink' : 'text-muted')}>
                  {person.name}
                </span>
                <span className="block truncate text-xs text-muted">
                  {person.maySee ? person.email : t('cannotSee')}
                </span>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
