'use client';

import { type ArrayFieldItemTemplateProps, type ArrayFieldTemplateProps, getSchemaType } from '@rjsf/utils';
import { ArrowDown, ArrowUp, CircleAlert, Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { focusFirstControl } from './focus-field';

/** A list of entries, which one can add to, take from and, where `ui:options.orderable` asks for it, put in order. */
export function ArrayTemplate(props: ArrayFieldTemplateProps) {
  const { items, title, schema, uiSchema, canAdd, onAddClick, disabled, readonly, rawErrors, required } =
    props;
  const t = useTranslations('forms');
  const ui = useTranslations('ui');
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const before = useRef(items.length);
  const hint: unknown = uiSchema?.['ui:description'] ?? schema.description;
  const addLabel: unknown = uiSchema?.['ui:options']?.['addLabel'];
  const error = rawErrors?.[0];

  // A new entry is where one goes on; when one is taken away, the focus must not fall off the page.
  useEffect(() => {
    if (items.length > before.current) focusFirstControl(list.current?.lastElementChild);
    else if (items.length < before.current) add.current?.focus();
    before.current = items.length;
  }, [items.length]);

  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="float-left w-full text-sm font-medium text-ink">
        {title}
        {required || (schema.minItems ?? 0) > 0 ? null : (
          <span className="ml-1.5 font-normal text-faint">{ui('optional')}</span>
        )}
        {typeof hint === 'string' && hint !== '' ? (
          <span className="mt-0.5 block font-normal text-muted">{hint}</span>
        ) : null}
      </legend>
      {items.length > 0 ? (
        <ol ref={list} className="flex flex-col gap-3">
          {items}
        </ol>
      ) : null}
      {error === undefined ? null : (
        <p role="alert" className="flex items-start gap-1.5 text-sm text-danger-ink">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{error}</span>
        </p>
      )}
      {canAdd && !readonly ? (
        <Button
          ref={add}
          size="sm"
          icon={<Plus aria-hidden />}
          disabled={disabled}
          onClick={() => onAddClick()}
          className="self-start"
        >
          {typeof addLabel === 'string' ? addLabel : t(items.length === 0 ? 'add' : 'addAnother')}
          <span className="sr-only">: {title}</span>
        </Button>
      ) : null}
    </fieldset>
  );
}

/** One entry: objects in a frame of their own, single values in a line with the button that takes them away. */
export function ArrayItemTemplate(props: ArrayFieldItemTemplateProps) {
  const { children, schema, index } = props;
  const t = useTranslations('forms');
  if (getSchemaType(schema) !== 'object') {
    return (
      <li className="flex items-start gap-2">
        <div className="min-w-0 flex-1">{children}</div>
        <ItemButtons {...props} />
      </li>
    );
  }
  return (
    <li className="rounded-lg border border-line bg-sunken/50 p-4 pt-3">
      <fieldset className="min-w-0">
        <legend className="sr-only">{t('entry', { number: index + 1 })}</legend>
        <div className="mb-3 flex items-center gap-1">
          <span aria-hidden className="flex-1 text-sm font-medium text-muted tabular-nums">
            {t('entry', { number: index + 1 })}
          </span>
          <ItemButtons {...props} />
        </div>
        {children}
      </fieldset>
    </li>
  );
}

function ItemButtons({
  buttonsProps,
  parentUiSchema,
  disabled,
  readonly,
  index,
}: ArrayFieldItemTemplateProps) {
  const t = useTranslations('forms');
  if (readonly) return null;
  const { hasRemove, hasMoveUp, hasMoveDown, onRemoveItem, onMoveUpItem, onMoveDownItem } = buttonsProps;
  const orderable = parentUiSchema?.['ui:options']?.orderable === true;
  const number = index + 1;
  return (
    <>
      {orderable ? (
        <>
          <IconButton
            size="sm"
            label={t('moveUp', { number })}
            icon={<ArrowUp aria-hidden />}
            disabled={disabled || !hasMoveUp}
            onClick={onMoveUpItem}
          />
          <IconButton
            size="sm"
            label={t('moveDown', { number })}
            icon={<ArrowDown aria-hidden />}
            disabled={disabled || !hasMoveDown}
            onClick={onMoveDownItem}
          />
        </>
      ) : null}
      {hasRemove ? (
        <IconButton
          label={t('removeEntry', { number })}
          icon={<Trash2 aria-hidden />}
          disabled={disabled}
          onClick={onRemoveItem}
          className="-my-1"
        />
      ) : null}
    </>
  );
}
