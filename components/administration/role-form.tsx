'use client';

import { useTranslations } from 'next-intl';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field, FieldGroup } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { putRoleAction } from '@/lib/people/actions';
import type { Permission } from '@/lib/people/permissions';
import { permissionSchema, type RoleRow } from '@/lib/people/schema';
import { Problem } from './problem';
import { useChange } from './use-change';

/** What a role is called and what it allows. @param role left out: a new one */
export function RoleForm({ role, onDone }: { role?: RoleRow; onDone: () => void }) {
  const t = useTranslations('administration.roles');
  const change = useChange();
  const [key, setKey] = useState(role?.key ?? '');
  const [name, setName] = useState(role?.name ?? '');
  const [granted, setGranted] = useState<readonly Permission[]>(role?.permissions ?? []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const missing: Record<string, string> = {};
    if (name.trim() === '') missing['/name'] = t('nameMissing');
    if (!/^[a-z][a-z0-9_-]{0,63}$/.test(key)) missing['/key'] = t('keyWrong');
    change.setProblems(missing);
    if (Object.keys(missing).length > 0) return;
    const work = () => putRoleAction(key, { name: name.trim(), permissions: [...granted] });
    if (await change.run(work, t('saved', { name: name.trim() }))) onDone();
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field label={t('name')} error={change.problems['/name']}>
        <Input value={name} maxLength={200} onChange={(event) => setName(event.currentTarget.value)} />
      </Field>
      {role ? null : (
        <Field label={t('key')} hint={t('keyHint')} error={change.problems['/key']}>
          <Input value={key} onChange={(event) => setKey(event.currentTarget.value)} />
        </Field>
      )}
      <PermissionTicks granted={granted} onChange={setGranted} />
      <Problem change={change} />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={change.busy}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

/** Permissions to be ticked. @param among those that come into question; all where it is left out */
export function PermissionTicks({
  granted,
  among = permissionSchema.options,
  onChange,
}: {
  granted: readonly Permission[];
  among?: readonly Permission[];
  onChange: (granted: readonly Permission[]) => void;
}) {
  const t = useTranslations('administration');
  return (
    <FieldGroup label={t('roles.permissions')}>
      <div className="grid gap-2 sm:grid-cols-2">
        {among.map((permission) => (
          <Checkbox
            key={permission}
            label={t(`permissions.${permissionKey(permission)}`)}
            hint={<code className="font-mono text-xs">{permission}</code>}
            checked={granted.includes(permission)}
            onCheckedChange={(on) =>
              onChange(on ? [...granted, permission] : granted.filter((one) => one !== permission))
            }
          />
        ))}
      </div>
    </FieldGroup>
  );
}

type Underlined<P extends string> = P extends `${infer A}.${infer B}` ? `${A}_${B}` : P;

/** The key of a permission's words: a message's key has no dot in it. */
export function permissionKey<P extends Permission>(permission: P): Underlined<P> {
  return permission.replace('.', '_') as Underlined<P>;
}
