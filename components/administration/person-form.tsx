'use client';

import { useTranslations } from 'next-intl';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field, FieldGroup } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select, type SelectOption } from '@/components/ui/select';
import { TimeZoneInput } from '@/components/ui/time-zone-input';
import { putPersonAction } from '@/lib/people/actions';
import type { PersonRow, RoleRow } from '@/lib/people/schema';
import { Problem } from './problem';
import { useChange } from './use-change';

export type PersonFormProps = {
  /** Whom it is about; left out, somebody new. */
  person?: PersonRow;
  roles: readonly Pick<RoleRow, 'key' | 'name'>[];
  /** The locale that each language is for this person, the first for somebody new. */
  languages: readonly SelectOption[];
  onDone?: (person: PersonRow) => void;
};

/** Name, roles, language and zone of a person; of somebody new the address and a first password too. */
export function PersonForm({ person, roles, languages, onDone }: PersonFormProps) {
  const t = useTranslations('administration.people');
  const change = useChange();
  const [email, setEmail] = useState(person?.email ?? '');
  const [name, setName] = useState(person?.name ?? '');
  const [password, setPassword] = useState('');
  const [locale, setLocale] = useState(person?.locale ?? languages[0]?.value);
  const [timeZone, setTimeZone] = useState(person?.timeZone ?? 'UTC');
  const [held, setHeld] = useState<readonly string[]>(person?.roles.map(({ key }) => key) ?? []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const missing: Record<string, string> = {};
    if (name.trim() === '') missing['/name'] = t('nameMissing');
    if (!/^\S+@\S+$/.test(email.trim())) missing['/email'] = t('emailWrong');
    change.setProblems(missing);
    if (Object.keys(missing).length > 0) return;
    const fields = {
      name: name.trim(),
      roles: [...held],
      ...(locale !== undefined && { locale }),
      timeZone: timeZone.trim(),
      ...(password !== '' && { password }),
    };
    const saved = await change.run(
      () => putPersonAction(email.trim(), fields, !person),
      t(person ? 'saved' : 'added', { name: name.trim() }),
    );
    if (saved) onDone?.(saved);
  }

  const { problems } = change;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('name')} error={problems['/name']}>
          <Input
            value={name}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </Field>
        {person ? null : (
          <Field label={t('email')} error={problems['/email'] ?? problems['']}>
            <Input
              type="email"
              value={email}
              autoComplete="off"
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
          </Field>
        )}
        <Field label={t('locale')} error={problems['/locale']}>
          <Select
            options={languages}
            value={locale ?? null}
            onValueChange={(chosen) => setLocale(chosen ?? locale)}
          />
        </Field>
        <Field label={t('timeZone')} hint={t('timeZoneHint')} error={problems['/timeZone']}>
          <TimeZoneInput value={timeZone} onValueChange={setTimeZone} />
        </Field>
        {person ? null : (
          <Field label={t('password')} hint={t('passwordHint')} error={problems['/password']} optional>
            <Input
              type="password"
              value={password}
              autoComplete="new-password"
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          </Field>
        )}
      </div>
      <FieldGroup label={t('roles')} hint={t('rolesHint')} error={problems['/roles']}>
        <div className="grid gap-2 sm:grid-cols-2">
          {roles.map((role) => (
            <Checkbox
              key={role.key}
              label={role.name}
              checked={held.includes(role.key)}
              onCheckedChange={(on) =>
                setHeld(on ? [...held, role.key] : held.filter((key) => key !== role.key))
              }
            />
          ))}
        </div>
      </FieldGroup>
      <Problem change={change} />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={change.busy}>
          {t(person ? 'save' : 'add')}
        </Button>
      </div>
    </form>
  );
}
