'use client';

import type { MultiSchemaFieldTemplateProps, UnsupportedFieldProps } from '@rjsf/utils';
import { useTranslations } from 'next-intl';
import { Field } from '@/components/ui/field';

/** For what another template draws. */
export function Nothing() {
  return null;
}

/** A choice among shapes (`oneOf`, `anyOf`), and the fields of the chosen one. */
export function AlternativesTemplate({ schema, selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  const t = useTranslations('forms');
  return (
    <div className="flex flex-col gap-4">
      <Field label={schema.title ?? t('which')}>{selector}</Field>
      {optionSchemaField}
    </div>
  );
}

/** A part of a schema that no form can ask for. */
export function UnsupportedTemplate({ schema, fieldPathId }: UnsupportedFieldProps) {
  const t = useTranslations('forms');
  const name = schema.title ?? String(fieldPathId.path.at(-1) ?? '');
  return <p className="text-sm text-muted">{t('unsupported', { field: name })}</p>;
}
