'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field, FieldGroup } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { RadioGroup } from '@/components/ui/radio-group';
import { Select } from '@/components/ui/select';
import { changeViewAction, saveViewAction } from '@/lib/inbox/actions';
import type { InboxQuery, SavedView } from '@/lib/inbox/schema';
import { viewColours } from '@/lib/saved-views/schema';
import { ViewDot } from './view-dot';

export type Role = { readonly key: string; readonly name: string };

const nobody = '-';

/** Names a list and keeps it, or changes one that is kept. */
export function SavedViewDialog({
  query,
  view,
  roles,
  onClose,
}: {
  query: InboxQuery;
  /** The one to be changed; null keeps the list as a new one. */
  view: SavedView | null;
  /** With whose holders it can be shared. */
  roles: readonly Role[];
  onClose: () => void;
}) {
  const t = useTranslations('inbox.saved');
  const form = useId();
  const [name, setName] = useState(view?.name ?? '');
  const [colour, setColour] = useState<SavedView['colour']>(view?.colour ?? 'blue');
  const [sharedWith, setSharedWith] = useState(view?.sharedWith ?? nobody);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      const kept = { name, colour, sharedWith: sharedWith === nobody ? null : sharedWith };
      const result = await (view ? changeViewAction(view.id, kept) : saveViewAction({ ...kept, query }));
      if (result.ok) onClose();
      else setProblem(result.refusal.message);
    } catch {
      setProblem(t('unreachable'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={t(view ? 'change' : 'save')}
      description={view ? undefined : t('saveText')}
      footer={
        <Button type="submit" form={form} variant="primary" busy={busy}>
          {t('keep')}
        </Button>
      }
    >
      <form id={form} onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        {problem ? (
          <Banner tone="danger" title={t('notKept')} live>
            {problem}
          </Banner>
        ) : null}
        <Field label={t('name')}>
          <Input
            value={name}
            maxLength={60}
            required
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </Field>
        <FieldGroup label={t('colour')}>
          <RadioGroup
            value={colour}
            onValueChange={(next) => setColour(viewColours.find((one) => one === next) ?? 'grey')}
            options={viewColours.map((value) => ({
              value,
              label: (
                <span className="inline-flex items-center gap-2">
                  <ViewDot colour={value} />
                  {t(`colours.${value}`)}
                </span>
              ),
            }))}
            className="grid grid-cols-3"
          />
        </FieldGroup>
        <Field label={t('share')} hint={t('shareHint')}>
          <Select
            value={sharedWith}
            onValueChange={(next) => setSharedWith(next ?? nobody)}
            options={[
              { value: nobody, label: t('nobody') },
              { value: '*', label: t('everybody') },
              ...roles.map((role) => ({ value: role.key, label: role.name })),
            ]}
          />
        </Field>
      </form>
    </Dialog>
  );
}
