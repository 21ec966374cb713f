'use client';

import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { TextLink } from '@/components/ui/text-link';
import { Textarea } from '@/components/ui/textarea';
import type { Json, JsonObject } from '@/lib/engine/json';
import { eraseDataAction, previewErasureAction } from '@/lib/support/actions';
import type { ErasurePreview } from '@/lib/support/erasure-schema';
import { ReasonDialog } from './reason-dialog';

export type EraseDialogProps = {
  instanceId: string;
  name: string;
  /** What the instance knows and what it was started with: of these one chooses. */
  context: JsonObject;
  input: JsonObject;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Tables that have a name for people. */
const namedPlaces = [
  'events',
  'tasks',
  'comments',
  'notifications',
  'search_terms',
  'activity_executions',
  'activity_attempts',
  'activity_results',
  'children',
  'signals',
  'incidents',
  'files',
] as const;

function isNamed(place: string): place is (typeof namedPlaces)[number] {
  return namedPlaces.some((one) => one === place);
}

/** Takes personal data out of an ended instance for good: chosen by field, shown before, and confirmed knowingly. */
export function EraseDialog({ instanceId, name, context, input, open, onOpenChange }: EraseDialogProps) {
  const t = useTranslations('erasure');
  const [fields, setFields] = useState<readonly string[]>([]);
  const [texts, setTexts] = useState('');
  const [known, setKnown] = useState<{ readonly of: string; readonly found: ErasurePreview | string } | null>(
    null,
  );
  const [sure, setSure] = useState(false);
  const [missing, setMissing] = useState(false);
  const [looking, look] = useTransition();
  const order = { fields: [...fields], texts: texts.split('\n').filter((line) => line.trim() !== '') };
  const asked = JSON.stringify(order);
  const all = [...new Map([...leavesOf(input), ...leavesOf(context)])];

  function preview() {
    look(async () => {
      const found = await previewErasureAction(instanceId, order);
      setKnown({ of: asked, found: found.ok ? found.value : found.refusal.message });
    });
  }

  return (
    <ReasonDialog
      open={open}
      onOpenChange={(next) => {
        setSure(false);
        setMissing(false);
        onOpenChange(next);
      }}
      title={t('title', { instance: name })}
      text={t('text')}
      confirmLabel={t('do')}
      tone="danger"
      done={t('done')}
      run={(reason) => {
        setMissing(!sure);
        return sure
          ? eraseDataAction(instanceId, { ...order, reason, irreversible: true })
          : Promise.resolve(null);
      }}
    >
      <fieldset>
        <legend className="text-sm font-medium text-ink">{t('fields')}</legend>
        {all.length === 0 ? <p className="mt-1 text-sm text-muted">{t('noFields')}</p> : null}
        <ul className="mt-1.5 flex max-h-56 flex-col gap-1.5 overflow-y-auto">
          {all.map(([path, value]) => (
            <li key={path}>
              <Checkbox
                checked={fields.includes(path)}
                onCheckedChange={(on) =>
                  setFields(on ? [...fields, path] : fields.filter((one) => one !== path))
                }
                label={<span className="font-mono text-xs">{path}</span>}
                hint={<span className="wrap-anywhere">{String(value)}</span>}
              />
            </li>
          ))}
        </ul>
      </fieldset>
      <Field label={t('texts')} hint={t('textsHint')}>
        <Textarea value={texts} rows={2} onChange={(event) => setTexts(event.currentTarget.value)} />
      </Field>
      <div>
        <Button
          size="sm"
          busy={looking}
          disabled={order.fields.length + order.texts.length === 0}
          onClick={preview}
        >
          {t('preview')}
        </Button>
      </div>
      {known?.of === asked ? <Preview found={known.found} /> : null}
      <div>
        <Checkbox checked={sure} onCheckedChange={setSure} label={t('confirm')} />
        {missing && !sure ? (
          <p role="alert" className="mt-1 text-sm text-danger-ink">
            {t('confirmMissing')}
          </p>
        ) : null}
      </div>
    </ReasonDialog>
  );
}

function Preview({ found }: { found: ErasurePreview | string }) {
  const t = useTranslations('erasure');
  if (typeof found === 'string')
    return (
      <p role="alert" className="text-sm text-danger-ink">
        {found}
      </p>
    );
  const places = Object.entries(found.places);
  const byName = found.fields.flatMap((field) => field.byName);
  return (
    <section aria-live="polite" className="flex flex-col gap-1.5 rounded-md bg-sunken p-3 text-sm text-ink">
      {places.length === 0 ? (
        <p>{t('nothing')}</p>
      ) : (
        <ul className="list-disc pl-4">
          {places.map(([place, count]) => (
            <li key={place}>
              {t('removed', {
                count,
                places: isNamed(place) ? t(`places.${place}`) : place.replaceAll('_', ' '),
              })}
            </li>
          ))}
        </ul>
      )}
      {byName.length > 0 ? <p className="text-muted">{t('byName', { values: byName.join(', ') })}</p> : null}
      {found.files > 0 ? <p>{t('files', { count: found.files })}</p> : null}
      {found.undoable ? <Banner tone="caution" title={t('failed')} /> : null}
      {found.relatives.length > 0 ? (
        <>
          <p>{t('relatives')}</p>
          <ul className="list-disc pl-4">
            {found.relatives.map(({ id, definition, subject }) => (
              <li key={id}>
                <TextLink href={`/instances/${id}`}>
                  {definition.name} {subject.id}
                </TextLink>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}

/** The values of data by their dotted paths; a list is one value. */
function leavesOf(value: JsonObject, above = ''): [string, Json][] {
  return Object.entries(value).flatMap(([name, one]): [string, Json][] => {
    if (one === null || one === '[erased]') return [];
    if (typeof one === 'object' && !Array.isArray(one))
      return leavesOf(one as JsonObject, `${above}${name}.`);
    return [[`${above}${name}`, Array.isArray(one) ? JSON.stringify(one) : one]];
  });
}
