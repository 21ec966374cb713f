'use client';

import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { ChoiceBox } from '@/components/ui/choice-box';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import type { Json, JsonObject } from '@/lib/engine/json';
import { eraseDataAction, previewErasureAction } from '@/lib/support/actions';
import type { FileRow } from '@/lib/files/schema';
import type { ErasurePreview } from '@/lib/support/erasure-schema';
import { leftStates } from '@/lib/support/schema';
import { ErasePreview } from './erase-preview';
import { useSizeText } from './file-size';
import { ReasonDialog } from './reason-dialog';

export type EraseDialogProps = {
  instanceId: string;
  name: string;
  /** What the instance knows and what it was started with: of these one chooses. */
  context: JsonObject;
  input: JsonObject;
  /** What was uploaded for it. */
  files: readonly FileRow[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Takes personal data out of an ended instance for good: chosen by field, shown before, and confirmed knowingly. */
export function EraseDialog(props: EraseDialogProps) {
  const { instanceId, name, context, input, files, open, onOpenChange } = props;
  const t = useTranslations('erasure');
  const sizeText = useSizeText();
  const [fields, setFields] = useState<readonly string[]>([]);
  const [texts, setTexts] = useState('');
  const [gone, setGone] = useState<readonly string[]>([]);
  const [relatives, setRelatives] = useState(true);
  const [known, setKnown] = useState<{ readonly of: string; readonly found: ErasurePreview | string } | null>(
    null,
  );
  const [sure, setSure] = useState(false);
  const [missing, setMissing] = useState(false);
  const [looking, look] = useTransition();
  const lines = texts.split('\n').filter((line) => line.trim() !== '');
  const order = { fields: [...fields], texts: lines, files: [...gone], relatives };
  const asked = JSON.stringify(order);
  const whole = files.filter(({ erasedAt }) => erasedAt === null);
  const all = [...new Map([...leavesOf(input), ...leavesOf(context)])];

  function preview() {
    look(async () => {
      const found = await previewErasureAction(instanceId, order);
      setKnown({ of: asked, found: found.ok ? found.value : found.refusal.message });
    });
  }

  async function erase(reason: string) {
    const erased = await eraseDataAction(instanceId, { ...order, reason, irreversible: true });
    if (!erased.ok) return erased;
    const count = erased.value.relatives.filter(({ state }) =>
      leftStates.some((one) => one === state),
    ).length;
    return { ok: true as const, remark: count === 0 ? undefined : t('leftRemark', { count }) };
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
        return sure ? erase(reason) : Promise.resolve(null);
      }}
    >
      <fieldset>
        <legend className="text-sm font-medium text-ink">{t('fields')}</legend>
        {all.length === 0 ? (
          <p className="mt-1 text-sm text-muted">{t('noFields')}</p>
        ) : (
          <ChoiceBox>
            <ul className="flex flex-col gap-1.5">
              {all.map(([path, value]) => (
                <li key={path}>
                  <Checkbox
                    checked={fields.includes(path)}
                    onCheckedChange={(on) => setFields(toggled(fields, path, on))}
                    label={<span className="font-mono text-xs">{path}</span>}
                    hint={<span className="wrap-anywhere">{String(value)}</span>}
                  />
                </li>
              ))}
            </ul>
          </ChoiceBox>
        )}
      </fieldset>
      <Field label={t('texts')} hint={t('textsHint')}>
        <Textarea value={texts} rows={2} onChange={(event) => setTexts(event.currentTarget.value)} />
      </Field>
      {whole.length > 0 ? (
        <fieldset>
          <legend className="text-sm font-medium text-ink">{t('contents')}</legend>
          <ChoiceBox>
            <ul className="flex flex-col gap-1.5">
              {whole.map((file) => (
                <li key={file.id}>
                  <Checkbox
                    checked={gone.includes(file.id)}
                    onCheckedChange={(on) => setGone(toggled(gone, file.id, on))}
                    label={<span className="wrap-anywhere">{file.name}</span>}
                    hint={sizeText(file.size)}
                  />
                </li>
              ))}
            </ul>
          </ChoiceBox>
        </fieldset>
      ) : null}
      <Checkbox
        checked={relatives}
        onCheckedChange={setRelatives}
        label={t('alsoRelatives')}
        hint={t('alsoRelativesHint')}
      />
      <div>
        <Button
          size="sm"
          busy={looking}
          disabled={fields.length + lines.length + gone.length === 0}
          onClick={preview}
        >
          {t('preview')}
        </Button>
      </div>
      {known?.of === asked ? <ErasePreview found={known.found} /> : null}
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

function toggled(chosen: readonly string[], one: string, on: boolean): readonly string[] {
  return on ? [...chosen, one] : chosen.filter((other) => other !== one);
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
