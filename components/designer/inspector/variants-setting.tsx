'use client';

import { useTranslations } from 'next-intl';
import type { z } from 'zod';
import { wordsOfKey } from '@/components/instances/words';
import { Select } from '@/components/ui/select';
import { initialValue } from './initial-value';
import { Fields } from './object-setting';
import { SettingFrame } from './setting-frame';
import { shapeOf, variantName, variantOf } from './setting-shape';
import { type SettingProps, useProblem, useReadOnly, useSet, useSettingEditor, useWords } from './setting';

/** A setting that is of one of several kinds: which one, and then what that kind asks for. */
export function VariantsSetting(
  props: SettingProps & { options: readonly z.ZodType[]; discriminator: string | null },
) {
  const { name, path, optional, value, options, discriminator } = props;
  const t = useTranslations('designer');
  const words = useWords(name, path);
  const set = useSet();
  const readOnly = useReadOnly();
  const Editor = useSettingEditor();
  const problem = useProblem(path);
  const index = value === undefined ? -1 : variantOf(options, value, discriminator);
  const chosen = options[index];
  const shape = chosen && shapeOf(chosen);
  const called = (option: z.ZodType) => {
    const key = `variants.${variantName(option)}` as Parameters<typeof t.has>[0];
    return t.has(key) ? t(key as Parameters<typeof t>[0]) : wordsOfKey(variantName(option));
  };
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <SettingFrame path={path} {...words} problem={problem} optional={optional}>
        <Select
          readOnly={readOnly}
          value={index < 0 ? '' : String(index)}
          placeholder={t('choose')}
          options={[
            ...(optional ? [{ value: '', label: t('none') }] : []),
            ...options.map((option, at) => ({ value: String(at), label: called(option) })),
          ]}
          onValueChange={(next) => {
            const option = next ? options[Number(next)] : undefined;
            if (option !== chosen) set(path, option && initialValue(option, name));
          }}
        />
      </SettingFrame>
      {chosen && shape && shape.kind !== 'fixed' ? (
        <div className="flex min-w-0 flex-col gap-4 border-l-2 border-line pl-3">
          {shape.kind === 'object' ? (
            <Fields path={path} schema={chosen} value={value} />
          ) : (
            <Editor name={name} path={path} schema={chosen} optional={false} value={value} />
          )}
        </div>
      ) : null}
    </div>
  );
}
