'use client';

import { useTranslations } from 'next-intl';
import { useState, type FormEvent } from 'react';
import { MadeSecret } from '@/components/administration/made-secret';
import { Problem } from '@/components/administration/problem';
import { useChange } from '@/components/administration/use-change';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { OptionalSelect } from '@/components/ui/optional-select';
import { Select } from '@/components/ui/select';
import { createRuleAction } from '@/lib/alerts/actions';
import { type AlertKind, alertKinds, type NewAlertRule } from '@/lib/alerts/schema';

const units = { minutes: 60, hours: 3600, days: 86_400 } as const;
type Unit = keyof typeof units;

export type RuleFormProps = {
  definitions: readonly { readonly key: string; readonly name: string }[];
  onDone: () => void;
};

/** A new rule: what it watches, from which measure on, and whom it tells. */
export function RuleForm({ definitions, onDone }: RuleFormProps) {
  const t = useTranslations('alerts.form');
  const change = useChange();
  const { problems } = change;
  const [kind, setKind] = useState<AlertKind>('state_age');
  const [name, setName] = useState('');
  const [definition, setDefinition] = useState<string | undefined>();
  const [step, setStep] = useState('');
  const [amount, setAmount] = useState('4');
  const [unit, setUnit] = useState<Unit>('hours');
  const [percent, setPercent] = useState('20');
  const [least, setLeast] = useState('20');
  const [mails, setMails] = useState('');
  const [webhook, setWebhook] = useState('');
  const [secret, setSecret] = useState<string | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const made = await change.run(() => createRuleAction(order()), t('made', { name: name.trim() }));
    if (made?.signingKey) setSecret(made.signingKey);
    else if (made) onDone();
  }

  function order(): NewAlertRule {
    const seconds = Math.round(Number(amount) * units[unit]);
    const told = {
      name: name.trim(),
      definition: definition ?? null,
      mails: mails.split(/[\s,;]+/u).filter(Boolean),
      webhook: webhook.trim() === '' ? null : webhook.trim(),
    };
    if (kind === 'failure_rate')
      return { kind, ...told, windowSeconds: seconds, percent: Number(percent), least: Number(least) };
    if (kind === 'state_age')
      return { kind, ...told, ageSeconds: seconds, step: step.trim() === '' ? null : step.trim() };
    return { kind, ...told, ageSeconds: seconds };
  }

  if (secret !== null)
    return (
      <MadeSecret title={t('made', { name: name.trim() })} secret={secret} onKept={onDone} kept={t('kept')} />
    );
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field label={t('name')} error={problems['/name']}>
        <Input value={name} maxLength={200} onChange={(event) => setName(event.currentTarget.value)} />
      </Field>
      <Field label={t('kind')}>
        <Select
          value={kind}
          onValueChange={(next) => setKind(alertKinds.find((one) => one === next) ?? kind)}
          options={alertKinds.map((one) => ({ value: one, label: t(`kinds.${one}`) }))}
        />
      </Field>
      <Field label={t('definition')} error={problems['/definition']}>
        <OptionalSelect
          value={definition}
          all={t('everyDefinition')}
          onChange={setDefinition}
          options={definitions.map(({ key, name: label }) => ({ value: key, label }))}
        />
      </Field>
      {kind === 'state_age' ? (
        <Field label={t('step')} hint={t('stepHint')} error={problems['/step']} optional>
          <Input value={step} onChange={(event) => setStep(event.currentTarget.value)} />
        </Field>
      ) : null}
      <div className="grid grid-cols-2 gap-3">
        <Field
          label={t(kind === 'failure_rate' ? 'window' : 'age')}
          error={problems['/ageSeconds'] ?? problems['/windowSeconds']}
        >
          <Input
            value={amount}
            inputMode="decimal"
            onChange={(event) => setAmount(event.currentTarget.value)}
          />
        </Field>
        <Field label={t('unit')}>
          <Select
            value={unit}
            onValueChange={(next) => setUnit((next ?? 'hours') as Unit)}
            options={(Object.keys(units) as Unit[]).map((one) => ({ value: one, label: t(`units.${one}`) }))}
          />
        </Field>
      </div>
      {kind === 'failure_rate' ? (
        <div className="grid grid-cols-2 gap-3">
          <Field label={t('percent')} error={problems['/percent']}>
            <Input
              value={percent}
              inputMode="numeric"
              onChange={(event) => setPercent(event.currentTarget.value)}
            />
          </Field>
          <Field label={t('least')} error={problems['/least']}>
            <Input
              value={least}
              inputMode="numeric"
              onChange={(event) => setLeast(event.currentTarget.value)}
            />
          </Field>
        </div>
      ) : null}
      <Field label={t('mails')} hint={t('mailsHint')} error={problems['/mails'] ?? problems['/mails/0']}>
        <Input value={mails} inputMode="email" onChange={(event) => setMails(event.currentTarget.value)} />
      </Field>
      <Field label={t('webhook')} hint={t('webhookHint')} error={problems['/webhook']} optional>
        <Input value={webhook} inputMode="url" onChange={(event) => setWebhook(event.currentTarget.value)} />
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
