'use client';

import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useDesigner } from '@/components/designer/store';
import { ProblemText } from '@/components/designer/inspector/problem-text';
import {
  type SettingProps,
  useProblem,
  useReadOnly,
  useSet,
  useWords,
} from '@/components/designer/inspector/setting';
import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';
import { SearchSelect } from '@/components/ui/search-select';
import { pointer } from '@/lib/engine/definition/pointer';

/** People by their addresses: picked among those who are here, or written, for one who will be. */
export function PeopleSetting({ name, path, optional, value }: SettingProps) {
  const t = useTranslations('peopleSetting');
  const set = useSet();
  const { label } = useWords(name, path);
  const readOnly = useReadOnly();
  const problem = useProblem(path, true);
  const known = useDesigner((state) => state.known);
  const [typed, setTyped] = useState('');
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  const people = new Map(known.people.map((person) => [person.email.toLowerCase(), person]));
  const put = (next: readonly string[]) => set(path, next.length === 0 && optional ? undefined : next);
  const address = typed.trim().toLowerCase();
  const fitting = /^[^@\s]+@[^@\s]+$/.test(address) && !chosen.includes(address);

  return (
    <fieldset data-setting={pointer(path)} className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {chosen.length > 0 ? (
        <ul className="flex flex-col gap-1">
          {chosen.map((email, index) => {
            const person = people.get(email.toLowerCase());
            return (
              <li key={index} className="flex items-center gap-2 text-sm">
                <Avatar name={person?.name ?? email} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate">{person?.name ?? email}</span>
                  <span className="block truncate text-xs text-muted">
                    {person ? email : known.people.length > 0 ? t('stranger') : null}
                  </span>
                </span>
                {readOnly ? null : (
                  <IconButton
                    size="sm"
                    label={t('remove', { name: person?.name ?? email })}
                    icon={<X aria-hidden />}
                    onClick={() => put(chosen.filter((_, at) => at !== index))}
                  />
                )}
              </li>
            );
          })}
        </ul>
      ) : null}
      <ProblemText problem={problem} />
      {readOnly ? null : (
        <>
          {known.people.length > 0 ? (
            <SearchSelect
              aria-label={t('add')}
              placeholder={t('add')}
              searchLabel={t('search')}
              nothing={t('nobody')}
              value={null}
              groups={[
                {
                  label,
                  options: known.people
                    .filter(({ email }) => !chosen.includes(email))
                    .map(({ email, name: called }) => ({ value: email, label: called, hint: email })),
                },
              ]}
              onValueChange={(email) => put([...chosen, email])}
            />
          ) : null}
          <div className="flex gap-1.5">
            <Input
              type="email"
              aria-label={t('address')}
              placeholder={t('address')}
              value={typed}
              autoComplete="off"
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Button
              disabled={!fitting}
              onClick={() => {
                put([...chosen, address]);
                setTyped('');
              }}
            >
              {t('addAddress')}
            </Button>
          </div>
        </>
      )}
    </fieldset>
  );
}
