'use client';

import { Braces, Eye, ListChecks, Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import {
  addField,
  fieldsOfForm,
  type FormParts,
  isPlainForm,
} from '@/components/designer/document/form-fields';
import { setSetting } from '@/components/designer/document/settings';
import { act, endBurst, useDesignerStore, useDocument } from '@/components/designer/store';
import { JsonForm } from '@/components/forms/json-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { at, pointer } from '@/lib/engine/definition/pointer';
import type { JsonObject } from '@/lib/engine/json';
import { FormFieldEditor } from './form-field-editor';
import { JsonSetting } from './json-setting';
import { ProblemText } from './problem-text';
import { type SettingProps, useProblem, useReadOnly, useWords } from './setting';

/**
 * Data that people fill in, or that comes from outside, built field by field, with a preview; or as JSON Schema. What the
 * builder has no control for stays as it is.
 * @param ui the name of the hints beside the schema; null where nobody draws it
 */
export function FormSetting(props: SettingProps & { ui: string | null }) {
  const { name, path, value, ui, optional } = props;
  const t = useTranslations('designer.form');
  const store = useDesignerStore();
  const { definition } = useDocument();
  const { label, hint } = useWords(name, path);
  const readOnly = useReadOnly();
  const problem = useProblem(path, true);
  const schema = (value ?? { type: 'object', properties: {} }) as JsonObject;
  const plain = isPlainForm(schema);
  const [asJson, setAsJson] = useState(!plain);
  const uiPath = ui === null ? null : [...path.slice(0, -1), ui];
  const hints = uiPath ? (at(definition, uiPath).value as JsonObject | undefined) : undefined;
  const parts: FormParts = { schema, ui: hints };
  const fields = fieldsOfForm(parts);

  function put(next: FormParts, typed: string | null = null) {
    const empty = optional && Object.keys((next.schema['properties'] ?? {}) as JsonObject).length === 0;
    act(
      store,
      (document) => {
        const set = setSetting(path, empty ? undefined : next.schema)(document);
        return uiPath ? setSetting(uiPath, empty ? undefined : next.ui)(set) : set;
      },
      { burst: typed === null ? null : `${pointer(path)}#${typed}` },
    );
  }

  return (
    <fieldset
      data-setting={pointer(path)}
      onBlur={() => endBurst(store)}
      className="flex min-w-0 flex-col gap-2"
    >
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {hint ? <p className="-mt-1 text-sm text-muted">{hint}</p> : null}
      {asJson || !plain ? (
        <JsonSetting {...props} />
      ) : (
        <>
          {fields.map((field, index) => (
            <FormFieldEditor
              key={index}
              field={field}
              parts={parts}
              last={index === fields.length - 1}
              first={index === 0}
              put={put}
            />
          ))}
          <ProblemText problem={problem} />
        </>
      )}
      <div className="flex flex-wrap gap-1">
        {readOnly || asJson || !plain ? null : (
          <Button
            size="sm"
            variant="quiet"
            icon={<Plus aria-hidden />}
            onClick={() => put(addField(parts, t('newField')))}
          >
            {t('add')}
          </Button>
        )}
        {fields.length > 0 && ui !== null ? (
          <Dialog
            trigger={
              <Button size="sm" variant="quiet" icon={<Eye aria-hidden />}>
                {t('preview')}
              </Button>
            }
            title={t('previewOf', { what: label })}
            description={t('previewText')}
          >
            <JsonForm schema={schema} ui={hints ?? null} />
          </Dialog>
        ) : null}
        {plain ? (
          <Button
            size="sm"
            variant="quiet"
            icon={asJson ? <ListChecks aria-hidden /> : <Braces aria-hidden />}
            onClick={() => setAsJson(!asJson)}
          >
            {asJson ? t('asFields') : t('asJson')}
          </Button>
        ) : null}
      </div>
    </fieldset>
  );
}
