'use client';

import { ArrowDown, ArrowUp, ChevronRight, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import {
  choicesOf,
  fieldKinds,
  type FormField,
  type FormParts,
  isNewFieldKey,
  moveField,
  removeField,
  renameField,
  retitleField,
  withChoices,
  withFieldWord,
  withKind,
  withRequired,
} from '@/components/designer/document/form-fields';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { acceptedTypes } from '@/lib/engine/accepted-files';
import { forbiddenNames } from '@/lib/engine/json';
import { FieldChoices } from './field-choices';
import { FieldFileKinds } from './field-file-kinds';
import { useReadOnly } from './setting';

type Put = (parts: FormParts, typed?: string | null) => void;

/** One field of a form: what it is called, what it takes, whether it has to be filled in. */
export function FormFieldEditor({
  field,
  parts,
  first,
  last,
  put,
}: {
  field: FormField;
  parts: FormParts;
  first: boolean;
  last: boolean;
  put: Put;
}) {
  const t = useTranslations('designer.form');
  const tDesigner = useTranslations('designer');
  const readOnly = useReadOnly();
  const [open, setOpen] = useState(isNewFieldKey(field.key));
  const { key, kind, required, schema } = field;
  const title = typeof schema['title'] === 'string' ? schema['title'] : '';
  const description = typeof schema['description'] === 'string' ? schema['description'] : '';
  const others = Object.keys(parts.schema['properties'] ?? {}).filter((one) => one !== key);
  const what = title || key;

  return (
    <div className="min-w-0 rounded-md border border-line bg-surface">
      <div className="flex items-center pr-1">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex min-h-9 min-w-0 flex-1 items-center gap-1.5 rounded-md px-2 text-left text-sm hover:bg-hover pointer-coarse:min-h-11"
        >
          <ChevronRight
            aria-hidden
            className={`size-4 shrink-0 text-faint transition-transform ${open ? 'rotate-90' : ''}`}
          />
          <span className="min-w-0 flex-1 py-1">
            <span className="block truncate font-medium">{what}</span>{' '}
            <span className="block truncate text-xs text-muted">
              {t(`kinds.${kind}`)}
              {required ? ` · ${t('required')}` : ''}
            </span>
          </span>
        </button>
        {readOnly ? null : (
          <>
            {first ? null : (
              <IconButton
                size="sm"
                label={tDesigner('moveUp', { what })}
                icon={<ArrowUp aria-hidden />}
                onClick={() => put(moveField(parts, key, -1))}
              />
            )}
            {last ? null : (
              <IconButton
                size="sm"
                label={tDesigner('moveDown', { what })}
                icon={<ArrowDown aria-hidden />}
                onClick={() => put(moveField(parts, key, 1))}
              />
            )}
            <IconButton
              size="sm"
              label={tDesigner('removeSetting', { what })}
              icon={<Trash2 aria-hidden />}
              onClick={() => put(removeField(parts, key))}
            />
          </>
        )}
      </div>
      {open ? (
        <div className="flex flex-col gap-3 border-t border-line p-3">
          <Field label={t('title')}>
            <Input
              value={title}
              readOnly={readOnly}
              onChange={(event) => put(retitleField(parts, key, event.currentTarget.value), 'title')}
            />
          </Field>
          <FieldKey
            name={key}
            others={others}
            readOnly={readOnly}
            rename={(next) => put(renameField(parts, key, next))}
          />
          <Field label={t('kind')}>
            <Select
              readOnly={readOnly}
              value={kind}
              options={[...fieldKinds, ...(kind === 'other' ? (['other'] as const) : [])].map((value) => ({
                value,
                label: t(`kinds.${value}`),
              }))}
              onValueChange={(next) => {
                const chosen = fieldKinds.find((one) => one === next);
                if (chosen && chosen !== kind) put(withKind(parts, key, chosen));
              }}
            />
          </Field>
          {kind === 'choice' ? (
            <FieldChoices
              choices={choicesOf(schema)}
              readOnly={readOnly}
              put={(choices, typed) => put(withChoices(parts, key, choices), typed)}
            />
          ) : null}
          {kind === 'file' ? (
            <FieldFileKinds
              accept={acceptedTypes(schema)}
              readOnly={readOnly}
              put={(accept) =>
                put(withFieldWord(parts, key, 'accept', accept.length > 0 ? [...accept] : undefined))
              }
            />
          ) : null}
          <Field label={t('description')} optional>
            <Input
              value={description}
              readOnly={readOnly}
              onChange={(event) =>
                put(
                  withFieldWord(parts, key, 'description', event.currentTarget.value || undefined),
                  'description',
                )
              }
            />
          </Field>
          <Checkbox
            label={t('mustBeFilled')}
            checked={required}
            readOnly={readOnly}
            onCheckedChange={(checked) => put(withRequired(parts, key, checked))}
          />
        </div>
      ) : null}
    </div>
  );
}

/** The key of a field as expressions write it; it takes effect when the field is left. */
function FieldKey({
  name,
  others,
  readOnly,
  rename,
}: {
  name: string;
  others: readonly string[];
  readOnly: boolean;
  rename: (key: string) => void;
}) {
  const t = useTranslations('designer.form');
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? name;
  const wrong = !/^[A-Za-z_][A-Za-z0-9_]*$/.test(text) || forbiddenNames.has(text) || others.includes(text);
  return (
    <Field label={t('key')} hint={t('keyHint')} error={typed !== null && wrong ? t('keyWrong') : null}>
      <Input
        value={text}
        readOnly={readOnly}
        spellCheck={false}
        className="font-mono text-sm"
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => {
          if (typed === null || wrong) return;
          setTyped(null);
          rename(typed);
        }}
      />
    </Field>
  );
}
