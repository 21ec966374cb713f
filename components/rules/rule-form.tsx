'use client';

import { Plus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTimeZone, useTranslations } from 'next-intl';
import { useState, type FormEvent } from 'react';
import { FormDialog } from '@/components/administration/form-dialog';
import { Problem } from '@/components/administration/problem';
import { useChange } from '@/components/administration/use-change';
import { fromControl } from '@/components/forms/zoned-time';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import type { Json } from '@/lib/engine/json';
import { putRuleAction } from '@/lib/rules/actions';

/** Gives a rule a value for a period. @param rule left out: a new rule */
export function RuleDialog({ rule }: { rule?: { readonly key: string; readonly value: Json | undefined } }) {
  const t = useTranslations('rules');
  return (
    <FormDialog
      trigger={
        <Button variant="primary" icon={<Plus aria-hidden />}>
          {t(rule ? 'newValue' : 'new')}
        </Button>
      }
      title={rule?.key ?? t('new')}
      text={t(rule ? 'newValueText' : 'newText')}
      form={(close) => <RuleForm {...(rule && { rule })} onDone={close} />}
    />
  );
}

function RuleForm({
  rule,
  onDone,
}: {
  rule?: { readonly key: string; readonly value: Json | undefined };
  onDone: () => void;
}) {
  const t = useTranslations('rules');
  const zone = useTimeZone() ?? 'UTC';
  const router = useRouter();
  const change = useChange();
  const [key, setKey] = useState(rule?.key ?? '');
  const [text, setText] = useState(rule?.value === undefined ? '' : JSON.stringify(rule.value, null, 2));
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');

  async function submit(event: FormEvent) {
    event.preventDefault();
    const wrong: Record<string, string> = {};
    if (!/^[a-z][a-z0-9_-]{0,63}$/.test(key)) wrong['/key'] = t('keyWrong');
    const read = readJson(text);
    if (!read.ok) wrong['/value'] = t('valueWrong', { why: read.why });
    change.setProblems(wrong);
    if (!read.ok || Object.keys(wrong).length > 0) return;
    const [effectiveFrom, effectiveTo] = [fromControl(from, zone), fromControl(to, zone)];
    const work = () =>
      putRuleAction({
        key,
        value: read.value,
        ...(effectiveFrom !== undefined && { effectiveFrom }),
        ...(effectiveTo !== undefined && { effectiveTo }),
      });
    if (!(await change.run(work, t('saved', { key })))) return;
    onDone();
    if (!rule) router.push(`/administration/rules/${key}`);
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {rule ? null : (
        <Field label={t('key')} hint={t('keyHint')} error={change.problems['/key']}>
          <Input value={key} onValueChange={setKey} />
        </Field>
      )}
      <Field label={t('value')} hint={t('valueHint')} error={change.problems['/value']}>
        <Textarea
          value={text}
          rows={5}
          spellCheck={false}
          className="font-mono text-sm"
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('from')}
          hint={t('fromHint', { zone })}
          error={change.problems['/effectiveFrom']}
          optional
        >
          <Input type="datetime-local" value={from} onValueChange={setFrom} />
        </Field>
        <Field label={t('to')} hint={t('toHint')} error={change.problems['/effectiveTo']} optional>
          <Input type="datetime-local" value={to} onValueChange={setTo} />
        </Field>
      </div>
      <Problem change={change} />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={change.busy}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

function readJson(text: string): { ok: true; value: Json } | { ok: false; why: string } {
  try {
    return { ok: true, value: JSON.parse(text) as Json };
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) };
  }
}
