'use client';

import { Combobox } from '@base-ui/react/combobox';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { Avatar } from '@/components/ui/avatar';
import { classNames } from '@/components/ui/class-names';
import { controlClass } from '@/components/ui/control-styles';
import { popupClass } from '@/components/ui/popup-styles';
import type { Person } from '@/lib/engine/snapshot';
import { findColleaguesAction } from '@/lib/people/actions';

/** Milliseconds of no typing before colleagues are looked up. */
const pause = 200;

/** One colleague, found by a part of their name or address. */
export function PersonPicker({
  value,
  onChange,
  without = [],
}: {
  value: Person | null;
  onChange: (person: Person | null) => void;
  /** Addresses that do not come into question. */
  without?: readonly string[];
}) {
  const t = useTranslations('people.picker');
  const [people, setPeople] = useState<readonly Person[]>([]);
  const [state, setState] = useState<'idle' | 'searching' | 'failed'>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  function search(words: string) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void look(words), pause);
  }

  async function look(words: string) {
    const number = (asked.current += 1);
    setState('searching');
    const found = await findColleaguesAction(words).catch(() => null);
    if (number !== asked.current) return;
    setState(found === null ? 'failed' : 'idle');
    setPeople((found ?? []).filter(({ email }) => !without.includes(email)));
  }

  return (
    <Combobox.Root<Person>
      items={[...people]}
      filter={null}
      autoHighlight
      value={value}
      onValueChange={(person) => onChange(person)}
      itemToStringLabel={({ name }) => name}
      isItemEqualToValue={(left, right) => left.id === right.id}
      onInputValueChange={(words, { reason }) => {
        if (reason !== 'item-press') search(words);
      }}
      onOpenChange={(open) => {
        if (open && people.length === 0) void look('');
      }}
    >
      <Combobox.Input
        placeholder={t('placeholder')}
        className={classNames(controlClass, 'h-9 pointer-coarse:h-11')}
      />
      <Combobox.Portal>
        <Combobox.Positioner className="z-50 outline-none" sideOffset={4}>
          <Combobox.Popup
            className={classNames(
              popupClass,
              'max-h-(--available-height) w-(--anchor-width) overflow-y-auto p-1',
            )}
          >
            <Combobox.Status className="px-2 py-1.5 text-sm text-muted empty:hidden">
              {state === 'searching' && people.length === 0 ? t('searching') : null}
              {state === 'failed' ? t('failed') : null}
            </Combobox.Status>
            <Combobox.Empty className="px-2 py-1.5 text-sm text-muted empty:hidden">
              {state === 'idle' ? t('nobody') : null}
            </Combobox.Empty>
            <Combobox.List>
              {(person: Person) => (
                <Combobox.Item
                  key={person.id}
                  value={person}
                  className="flex cursor-default items-center gap-2.5 rounded-md px-2 py-1.5 text-sm outline-none select-none data-highlighted:bg-hover pointer-coarse:py-3"
                >
                  <Avatar name={person.name} />
                  <span className="min-w-0">
                    <span className="block truncate text-ink">{person.name}</span>
                    <span className="block truncate text-xs text-muted">{person.email}</span>
                  </span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
