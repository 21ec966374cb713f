'use client';

import { useTimeZone, useTranslations } from 'next-intl';
import { useState, type FormEvent } from 'react';
import { fromControl } from '@/components/forms/zoned-time';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { createKeyAction } from '@/lib/people/actions';
import type { Permission } from '@/lib/people/permissions';
import { Problem } from './problem';
import { PermissionTicks } from './role-form';
import { MadeSecret } from './made-secret';
import { useChange } from './use-change';

/**
 * A new API key or worker key; its text is shown when it is made and never again.
 * @param grantable the maker's own permissions: nobody gives what they lack
 */
export function KeyForm({ grantable, onDone }: { grantable: readonly Permission[]; onDone: () => void }) {
  const t = useTranslations('administration.keys');
  const zone = useTimeZone() ?? 'UTC';
  const change = useChange();
  const [name, setName] = useState('');
  const [granted, setGranted] = useState<readonly Permission[]>([]);
  const [topics, setTopics] = useState('');
  const [expires, setExpires] = useState('');
  const [secret, setSecret] = useState<string | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    change.setProblems(name.trim() === '' ? { '/name': t('nameMissing') } : null);
    if (name.trim() === '') return;
    const key = {
      name: name.trim(),
      permissions: [...granted],
      topics: granted.includes('external.work') ? topics.split(/[\s,]+/).filter(Boolean) : [],
      expiresAt: fromControl(expires, zone) ?? null,
    };
    const made = await change.run(() => createKeyAction(key), null);
    if (made) setSecret(made.key);
  }

  if (secret !== null) {
    return (
      <MadeSecret title={t('made', { name: name.trim() })} secret={secret} onKept={onDone} kept={t('kept')} />
    );
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field label={t('name')} hint={t('nameHint')} error={change.problems['/name']}>
        <Input value={name} maxLength={200} onChange={(event) => setName(event.currentTarget.value)} />
      </Field>
      <PermissionTicks among={grantable} granted={granted} onChange={setGranted} />
      {granted.includes('external.work') ? (
        <Field label={t('topics')} hint={t('topicsHint')} error={change.problems['/topics/0']} optional>
          <Input value={topics} onChange={(event) => setTopics(event.currentTarget.value)} />
        </Field>
      ) : null}
      <Field label={t('expires')} hint={t('expiresHint')} error={change.problems['/expiresAt']} optional>
        <Input
          type="datetime-local"
          value={expires}
          onChange={(event) => setExpires(event.currentTarget.value)}
        />
      </Field>
      <Problem change={change} />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={change.busy}>
          {t('create')}
        </Button>
      </div>
    </form>
  );
}
