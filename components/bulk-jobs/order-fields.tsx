'use client';

import { useTranslations } from 'next-intl';
import { Field, FieldGroup } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { RadioGroup } from '@/components/ui/radio-group';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { limits } from '@/lib/bulk-jobs/schema';
import type { OfferedAction, OrderDraft, OrderErrors } from './order-draft';

const actions: readonly OfferedAction[] = [
  'retry',
  'skip',
  'cancel',
  'pause',
  'resume',
  'signal',
  'reassign',
  'resend',
];
const modes = ['immediate', 'graceful', 'compensated'] as const;

/** What to do, with its settings, why, and how carefully. */
export function OrderFields({
  draft,
  onChange,
  errors,
}: {
  draft: OrderDraft;
  onChange: (draft: OrderDraft) => void;
  errors: OrderErrors;
}) {
  const t = useTranslations('bulkJobs.dialog');
  const set = (part: Partial<OrderDraft>) => onChange({ ...draft, ...part });
  const errorOf = (name: keyof OrderDraft) => {
    const error = errors[name];
    return error === undefined ? undefined : t(`errors.${error}`);
  };
  return (
    <>
      <Field label={t('action')} hint={t(`hints.${draft.action}`)}>
        <Select
          options={actions.map((value) => ({ value, label: t(`actions.${value}`) }))}
          value={draft.action}
          onValueChange={(value) => set({ action: actions.find((one) => one === value) ?? 'retry' })}
        />
      </Field>
      {draft.action === 'cancel' ? (
        <FieldGroup label={t('mode')}>
          <RadioGroup
            value={draft.mode}
            onValueChange={(value) => set({ mode: modes.find((one) => one === value) ?? 'immediate' })}
            options={modes.map((value) => ({ value, label: t(`modes.${value}`) }))}
          />
        </FieldGroup>
      ) : null}
      {draft.action === 'signal' ? (
        <>
          <Field label={t('signal')} error={errorOf('signal')}>
            <Input value={draft.signal} onChange={(event) => set({ signal: event.currentTarget.value })} />
          </Field>
          <Field label={t('payload')} error={errorOf('payload')}>
            <Textarea
              className="font-mono text-sm"
              value={draft.payload}
              onChange={(event) => set({ payload: event.currentTarget.value })}
            />
          </Field>
        </>
      ) : null}
      {draft.action === 'reassign' ? (
        <Field label={t('to')} hint={t('toHint')}>
          <Input type="email" value={draft.to} onChange={(event) => set({ to: event.currentTarget.value })} />
        </Field>
      ) : null}
      <Field label={t('reason')} hint={t('reasonHint')} error={errorOf('reason')}>
        <Textarea
          value={draft.reason}
          maxLength={limits.reasonCharacters}
          onChange={(event) => set({ reason: event.currentTarget.value })}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-3">
        {(['canary', 'stopAfter', 'perMinute'] as const).map((name) => (
          <Field key={name} label={t(name)} hint={t(`${name}Hint`)} error={errorOf(name)} optional>
            <Input
              inputMode="numeric"
              value={draft[name]}
              onChange={(event) => set({ [name]: event.currentTarget.value })}
            />
          </Field>
        ))}
      </div>
    </>
  );
}
