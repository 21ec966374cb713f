'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Problem } from '@/components/administration/problem';
import { useChange } from '@/components/administration/use-change';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { putSecretAction } from '@/lib/secrets/actions';

/** A new secret, or a new value of one. @param name of the one whose value is replaced */
export function SecretForm({ name: given, onDone }: { name?: string; onDone: () => void }) {
  const t = useTranslations('secrets');
  const change = useChange();
  const [name, setName] = useState(given ?? '');
  const [value, setValue] = useState('');

  async function submit(event: FormEvent) {
    event.preventDefault();
    const called = name.trim();
    const done = await change.run(
      () => putSecretAction(called, { value }),
      t(given === undefined ? 'kept' : 'replaced', { name: called }),
    );
    if (done) onDone();
  }

  const { problems } = change;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {given === undefined ? (
        <Field label={t('name')} hint={t('nameHint')} error={problems['']}>
          <Input
            value={name}
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </Field>
      ) : null}
      <Field label={t('value')} hint={t('valueHint')} error={problems['/value']}>
        <Input
          type="password"
          value={value}
          autoComplete="new-password"
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      </Field>
      <Problem change={change} />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={change.busy}>
          {t(given === undefined ? 'keep' : 'replace')}
        </Button>
      </div>
    </form>
  );
}
