'use client';

import { Field as BaseField } from '@base-ui/react/field';
import { ADDITIONAL_PROPERTY_FLAG, type FieldTemplateProps, getSchemaType } from '@rjsf/utils';
import { CircleAlert, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Field, FieldGroup } from '@/components/ui/field';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';

/** Id of the element around a field and its label: what the focus is brought to when the field is wrong. */
export const frameId = (fieldId: string) => `${fieldId}__frame`;

/** A field with its label, hint and error; groups, lists and ticks bring their own. */
export function FieldTemplate(props: FieldTemplateProps) {
  const { id, hidden, children, schema } = props;
  if (hidden) return <div hidden>{children}</div>;
  const content = <Labelled {...props} />;
  return (
    <div id={frameId(id)} className="min-w-0">
      {ADDITIONAL_PROPERTY_FLAG in schema ? <OwnField {...props}>{content}</OwnField> : content}
    </div>
  );
}

function Labelled(props: FieldTemplateProps) {
  const { children, displayLabel, rawDescription, rawErrors, required, disabled, schema, uiSchema } = props;
  // Several errors of one field have one cure: the first says what to do.
  const error = rawErrors?.[0];
  const type = getSchemaType(schema);
  const widget: unknown = uiSchema?.['ui:widget'] ?? uiSchema?.['ui:options']?.widget;
  if (type === 'boolean' && widget === undefined) return <Tick error={error}>{children}</Tick>;
  if (!displayLabel && (type === 'object' || type === 'array')) {
    return type === 'object' ? <Group error={error}>{children}</Group> : children;
  }
  const label = <Label {...props} />;
  const shared = {
    label,
    hint: rawDescription || props.rawHelp,
    error,
    optional: !required && !isEntry(props),
    disabled,
  };
  const several = widget === 'radio' || widget === 'checkboxes' || type === 'array';
  return several ? <FieldGroup {...shared}>{children}</FieldGroup> : <Field {...shared}>{children}</Field>;
}

/** An entry of a list stands under the list's own label; its number is for those who cannot see where it stands. */
function Label(props: FieldTemplateProps): ReactNode {
  if (!isEntry(props)) return props.label;
  return <span className="sr-only">{props.label.replace(/-(\d+)$/, ' $1')}</span>;
}

function isEntry({ fieldPathId }: FieldTemplateProps): boolean {
  return typeof fieldPathId.path.at(-1) === 'number';
}

function Tick({ error, children }: { error: string | undefined; children: ReactNode }) {
  return (
    <BaseField.Root invalid={error !== undefined} className="flex flex-col gap-1.5">
      {children}
      {error === undefined ? null : (
        <BaseField.Error match className="flex items-start gap-1.5 text-sm text-danger-ink">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{error}</span>
        </BaseField.Error>
      )}
    </BaseField.Root>
  );
}

function Group({ error, children }: { error: string | undefined; children: ReactNode }) {
  return (
    <>
      {children}
      {error === undefined ? null : (
        <p role="alert" className="mt-2 flex items-start gap-1.5 text-sm text-danger-ink">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{error}</span>
        </p>
      )}
    </>
  );
}

/** A field that the person has added: its name can be changed, and it can be taken away again. */
function OwnField({ children, ...props }: FieldTemplateProps) {
  const t = useTranslations('forms');
  const { id, label, disabled, readonly, onKeyRenameBlur, onRemoveProperty } = props;
  return (
    <div className="grid grid-cols-[1fr_2fr_auto] items-end gap-3">
      <Field label={t('ownName')}>
        <Input
          id={`${id}__key`}
          defaultValue={label}
          disabled={disabled}
          readOnly={readonly}
          onBlur={onKeyRenameBlur as never}
        />
      </Field>
      <div className="min-w-0">{children}</div>
      <IconButton
        label={t('remove', { field: label })}
        icon={<X aria-hidden />}
        disabled={disabled || readonly}
        onClick={onRemoveProperty}
      />
    </div>
  );
}
