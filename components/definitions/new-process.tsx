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
import { Select } from '@/components/ui/select';
import { createDefinitionAction, importDefinitionAction } from '@/lib/definitions/actions';
import { type ImportedDraft, importNoteSchema, type TemplateRow } from '@/lib/definitions/schema';
import { keySchema, nameSchema } from '@/lib/engine/definition/primitives';
import { ImportNotes } from './import-notes';

type Trouble = { readonly name?: string; readonly key?: string; readonly other?: string };

const empty = 'empty';
const file = 'file';

/** Begins a process: empty, as a template, or from a file; asks what it is called, proposes a key, and opens the designer. */
export function NewProcess({ templates }: { templates: readonly TemplateRow[] }) {
  const t = useTranslations('definitions.create');
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [beginning, setBeginning] = useState(empty);
  const [imported, setImported] = useState<ImportedDraft | null>(null);
  const [notes, setNotes] = useState<ImportedDraft['notes'] | null>(null);
  const [ownName, setOwnName] = useState<string | null>(null);
  const [ownKey, setOwnKey] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<Trouble>({});
  const [busy, setBusy] = useState(false);
  const template = templates.find((one) => one.key === beginning);
  const name = ownName ?? template?.name ?? imported?.definition.name ?? '';
  const key = ownKey ?? (name.trim() === '' ? '' : keyOfName(name, 'process'));

  function begin(next: string) {
    setBeginning(next);
    setImported(null);
    setNotes(null);
    setTrouble({});
  }

  async function read(chosen: File | undefined) {
    setImported(null);
    setNotes(null);
    setTrouble({});
    if (!chosen) return;
    setBusy(true);
    const result = await importDefinitionAction(await chosen.text()).catch(() => null);
    setBusy(false);
    if (result?.ok) {
      setImported(result.value);
      setNotes(result.value.notes);
      return;
    }
    const found = importNoteSchema.array().safeParse(result?.refusal.data['notes']);
    setNotes(found.success && found.data.length > 0 ? found.data : null);
    setTrouble({ other: result?.refusal.message ?? t('unreachable') });
  }

  async function create(event: FormEvent) {
    event.preventDefault();
    const wrong: Trouble = {
      ...(nameSchema.safeParse(name.trim()).success ? {} : { name: t('nameMissing') }),
      ...(keySchema.safeParse(key).success ? {} : { key: t('keyWrong') }),
      ...(beginning === file && !imported ? { other: trouble.other ?? t('fileMissing') } : {}),
    };
    setTrouble(wrong);
    if (Object.keys(wrong).length > 0 || busy) return;
    setBusy(true);
    const draft = imported && {
      definition: imported.definition,
      layout: imported.layout,
      scenarios: imported.scenarios,
    };
    const result = await createDefinitionAction({
      key,
      name: name.trim(),
      ...(template && { template: template.key }),
      ...(draft && { draft }),
    }).catch(() => null);
    if (result?.ok) return router.push(`/definitions/${key}/edit`);
    setBusy(false);
    const message = result?.refusal.message ?? t('unreachable');
    setTrouble(result?.refusal.code === 'duplicate' ? { key: message } : { other: message });
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      size={notes ? 'md' : 'sm'}
      trigger={
        <Button variant="primary" icon={<Plus aria-hidden />}>
          {t('new')}
        </Button>
      }
      title={t('title')}
      description={t('text')}
    >
      <form onSubmit={(event) => void create(event)} noValidate className="flex flex-col gap-4">
        <Field label={t('beginning')} hint={template?.description}>
          <Select
            value={beginning}
            onValueChange={(value) => begin(value ?? empty)}
            options={[
              { value: empty, label: t('empty') },
              { value: file, label: t('file') },
              ...templates.map((one) => ({ value: one.key, label: one.name })),
            ]}
          />
        </Field>
        {beginning === file ? (
          <Field label={t('chooseFile')} hint={t('fileHint')}>
            <Input
              type="file"
              accept=".bpmn,.xml,.json,application/json,application/xml"
              onChange={(event) => void read(event.currentTarget.files?.[0])}
            />
          </Field>
        ) : null}
        <Field label={t('name')} error={trouble.name}>
          <Input
            value={name}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => setOwnName(event.currentTarget.value)}
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
        {notes ? <ImportNotes notes={notes} /> : null}
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
