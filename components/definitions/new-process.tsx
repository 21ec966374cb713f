'use client';

import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { keyOfName } from '@/components/designer/document/keys';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { createDefinitionAction } from '@/lib/definitions/actions';
import { keySchema, nameSchema } from '@/lib/engine/definition/primitives';

type Trouble = { readonly name?: string; readonly key?: string; readonly other?: string };

/** Begins a process: asks what it is called, proposes a key, and opens the designer on an empty canvas. */
export function NewProcess() {
  const t = useTranslations('definitions.create');
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [ownKey, setOwnKey] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<Trouble>({});
  const [busy, setBusy] = useState(false);
  const key = ownKey ?? (name.trim() === '' ? '' : keyOfName(name, 'process'));

  async function create(event: FormEvent) {
    event.preventDefault();
    const wrong: Trouble = {
      ...(nameSchema.safeParse(name.trim()).success ? {} : { name: t('nameMissing') }),
      ...(keySchema.safeParse(key).success ? {} : { key: t('keyWrong') }),
    };
    setTrouble(wrong);
    if (wrong.name !== undefined || wrong.key !== undefined || busy) return;
    setBusy(true);
    const result = await createDefinitionAction(key, name.trim()).catch(() => null);
    if (result?.ok) return router.push(`/definitions/${key}/edit`);
    setBusy(false);
    const message = result?.refusal.message ?? t('unreachable');
    setTrouble(result?.refusal.code === 'duplicate' ? { key: message } : { other: message });
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      size="sm"
      trigger={
        <Button variant="primary" icon={<Plus aria-hidden />}>
          {t('new')}
        </Button>
      }
      title={t('title')}
      description={t('text')}
    >
      <form onSubmit={(event) => void create(event)} noValidate className="flex flex-col gap-4">
        <Field label={t('name')} error={trouble.name}>
          <Input
            value={name}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </Field>
        <Field label={t('key')} hint={t('keyHint')} error={trouble.key}>
          <Input
            value={key}
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            className="font-mono text-sm"
            onChange={(event) => setOwnKey(event.currentTarget.value)}
          />
        </Field>
        {trouble.other ? <Banner tone="danger" title={trouble.other} live /> : null}
        <div className="flex justify-end gap-2 pb-1">
          <Button onClick={() => setOpen(false)}>{t('cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t('create')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
