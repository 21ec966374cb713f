'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState, type FormEvent } from 'react';
import { Problem } from '@/components/administration/problem';
import { useChange } from '@/components/administration/use-change';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { OptionalSelect } from '@/components/ui/optional-select';
import { putResourceAction } from '@/lib/resources/actions';
import type { PutResource, ResourceRow, SharedResource } from '@/lib/resources/schema';

export type ResourceFormProps = {
  /** Left out: a new one. */
  resource?: ResourceRow;
  /** The operator's capacities, in which it may take part. */
  shared: readonly SharedResource[];
  onDone: () => void;
};

/** How much of a resource there is: at once, per second, and whose capacity it shares. */
export function ResourceForm({ resource, shared, onDone }: ResourceFormProps) {
  const t = useTranslations('resources');
  const router = useRouter();
  const change = useChange();
  const [key, setKey] = useState(resource?.key ?? '');
  const [title, setTitle] = useState(resource?.title ?? '');
  const [atOnce, setAtOnce] = useState(resource?.atOnce?.toString() ?? '');
  const [perSecond, setPerSecond] = useState(resource?.perSecond?.toString() ?? '');
  const [sharedKey, setSharedKey] = useState(resource?.shared?.key);

  function read(): PutResource | null {
    const wrong: Record<string, string> = {};
    if (title.trim() === '') wrong['/title'] = t('nameMissing');
    if (!/^[a-z][a-z0-9_-]{0,63}$/.test(key)) wrong['/key'] = t('keyWrong');
    if (!/^\d{0,5}$/.test(atOnce.trim())) wrong['/atOnce'] = t('atOnceWrong');
    if (!/^(?:\d{1,5}(?:[.,]\d{1,2})?)?$/.test(perSecond.trim())) wrong['/perSecond'] = t('perSecondWrong');
    if (atOnce.trim() === '' && perSecond.trim() === '' && sharedKey === undefined)
      wrong['/atOnce'] = t('capacityMissing');
    change.setProblems(wrong);
    if (Object.keys(wrong).length > 0) return null;
    return {
      title: title.trim(),
      atOnce: atOnce.trim() === '' ? null : Number(atOnce),
      perSecond: perSecond.trim() === '' ? null : Number(perSecond.replace(',', '.')),
      shared: sharedKey ?? null,
    };
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const written = read();
    if (!written) return;
    const work = () => putResourceAction(key, written, resource?.revision ?? 0);
    if (!(await change.run(work, t('saved', { name: written.title })))) return;
    onDone();
    if (!resource) router.push(`/administration/resources/${key}`);
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field label={t('name')} error={change.problems['/title']}>
        <Input value={title} maxLength={200} onValueChange={setTitle} />
      </Field>
      {resource ? null : (
        <Field label={t('key')} hint={t('keyHint')} error={change.problems['/key']}>
          <Input value={key} onValueChange={setKey} />
        </Field>
      )}
      <Field label={t('atOnce')} hint={t('atOnceHint')} error={change.problems['/atOnce']}>
        <Input inputMode="numeric" value={atOnce} onValueChange={setAtOnce} />
      </Field>
      <Field label={t('perSecond')} hint={t('perSecondHint')} error={change.problems['/perSecond']}>
        <Input inputMode="decimal" value={perSecond} onValueChange={setPerSecond} />
      </Field>
      {shared.length === 0 ? null : (
        <Field label={t('shared')} hint={t('sharedHint')} error={change.problems['/shared']}>
          <OptionalSelect
            value={sharedKey}
            all={t('notShared')}
            options={shared.map((one) => ({ value: one.key, label: one.title }))}
            onChange={setSharedKey}
          />
        </Field>
      )}
      <Problem change={change} />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={change.busy}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}
