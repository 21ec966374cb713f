'use client';

import { canExpand, getSchemaType, type ObjectFieldTemplateProps, type RJSFSchema } from '@rjsf/utils';
import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';

/** Texts up to this length stand two in a row. */
const shortText = 60;

/** The fields of an object: short ones two in a row where there is room, long ones over the whole width. */
export function ObjectTemplate(props: ObjectFieldTemplateProps) {
  const { properties, fieldPathId, schema, uiSchema, formData, title, description, disabled, readonly } =
    props;
  const t = useTranslations('forms');
  const named = (schema.properties ?? {}) as Readonly<Record<string, RJSFSchema>>;
  const fields = (
    <div className="@container">
      <div className="grid gap-x-4 gap-y-5 @md:grid-cols-2">
        {properties.map(({ name, content, hidden }) => (
          <div
            key={name}
            hidden={hidden}
            className={classNames(
              'min-w-0',
              !isShort(named[name] ?? {}, uiSchema?.[name]) && '@md:col-span-2',
            )}
          >
            {content}
          </div>
        ))}
      </div>
      {canExpand(schema, uiSchema, formData) && !readonly ? (
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          disabled={disabled}
          onClick={props.onAddProperty}
          className="mt-3"
        >
          {t('addField')}
        </Button>
      ) : null}
    </div>
  );
  const at = fieldPathId.path.at(-1);
  // The page titles the whole form, and a list its entries.
  if (at === undefined || typeof at === 'number') return fields;
  return (
    <fieldset className="min-w-0 border-l-2 border-line pl-4">
      <legend className="float-left mb-3 w-full text-base font-semibold text-ink">
        {title}
        {description ? (
          <span className="mt-0.5 block text-sm font-normal text-muted">{description}</span>
        ) : null}
      </legend>
      <div className="clear-both">{fields}</div>
    </fieldset>
  );
}

function isShort(schema: RJSFSchema, ui: { readonly 'ui:widget'?: unknown } | undefined): boolean {
  if (ui?.['ui:widget'] === 'textarea' || ui?.['ui:widget'] === 'radio') return false;
  switch (getSchemaType(schema)) {
    case 'number':
    case 'integer':
      return true;
    case 'string':
      if (schema.enum ?? schema.oneOf ?? schema.anyOf) return true;
      if (schema.format === 'date' || schema.format === 'date-time' || schema.format === 'time') return true;
      return (schema.maxLength ?? Infinity) <= shortText;
    default:
      return false;
  }
}
