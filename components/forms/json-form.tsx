'use client';

import Form from '@rjsf/core';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { type Ref, useId, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { withCommonTypes } from '@/lib/engine/accepted-files';
import type { JsonObject } from '@/lib/engine/json';
import { ErrorSummary } from './error-summary';
import { fields } from './fields';
import type { FormPlace } from './file-widget';
import { frameId } from './field-template';
import { focusFirstControl } from './focus-field';
import { useFormTexts } from './form-texts';
import { useProblemWords } from './problem-words';
import { segmentsOf } from './places';
import { errorsOf, type Refused } from './server-problems';
import { templates } from './templates';
import { useSame } from './use-same';
import { formValidator } from './validator';
import { widgets } from './widgets';

export type JsonFormHandle = {
  /** The data when all of it is right; else null, with every error shown and the focus on the first wrong field. */
  check: () => JsonObject | null;
};

export type JsonFormProps = {
  ref?: Ref<JsonFormHandle>;
  /** JSON Schema (draft 07) of an object. */
  schema: JsonObject;
  /** UI hints of react-jsonschema-form, and ours: `ui:options` with `currency`, `unit`, `addLabel`. */
  ui?: JsonObject | null;
  /** What it starts with. Later changes of it are ignored: a form in use belongs to who types in it. */
  initial?: JsonObject;
  /** What stands in it, after each change. */
  onChange?: (data: JsonObject) => void;
  /** What the server refused; shown at its fields until they change. */
  refused?: Refused | null;
  readOnly?: boolean;
  /** Address that takes its files (`FormPlace`); without one, only their names are kept. */
  filesTo?: string;
};

/**
 * The one form that is drawn from a JSON Schema: for starting a request and for deciding a task. It is no form element
 * itself, so that it can stand among other fields; whoever submits asks `check` first.
 */
export function JsonForm({
  ref,
  initial,
  onChange,
  refused = null,
  readOnly,
  filesTo,
  ...given
}: JsonFormProps) {
  const schema = useSame(given.schema);
  const ui = useSame(given.ui);
  const drawn = useMemo(() => withCommonTypes(schema), [schema]);
  const form = useRef<Form>(null);
  const idPrefix = `form${useId().replace(/[^a-zA-Z0-9]/g, '')}`;
  const words = useProblemWords(ui);
  const validator = useMemo(() => formValidator(words), [words]);
  const translateString = useFormTexts();
  const [data, setData] = useState<JsonObject>(initial ?? {});
  const place = useMemo((): FormPlace => (filesTo === undefined ? {} : { filesTo }), [filesTo]);
  const [checked, setChecked] = useState(false);
  const extraErrors = useMemo(() => errorsOf(refused, data), [refused, data]);

  useImperativeHandle(ref, () => ({
    check: () => {
      if (!form.current) return null;
      setChecked(true);
      const now = cleaned(form.current.state.formData);
      setData(now);
      return form.current.validateForm() ? now : null;
    },
  }));

  return (
    <Form
      ref={form}
      tagName="div"
      schema={drawn as RJSFSchema}
      uiSchema={(ui ?? {}) as UiSchema}
      validator={validator}
      initialFormData={initial}
      onChange={({ formData }) => {
        const now = cleaned(formData);
        // The form reports its defaults while it is being made, before anything may be set.
        if (!form.current) return;
        setData(now);
        onChange?.(now);
      }}
      extraErrors={extraErrors}
      fields={fields}
      templates={{ ...templates, ErrorListTemplate: ErrorSummary }}
      widgets={widgets}
      translateString={translateString}
      idPrefix={idPrefix}
      readonly={readOnly}
      formContext={place}
      // Nobody is told off while still typing; once told, errors go as soon as they are mended.
      liveValidate={checked ? 'onChange' : false}
      showErrorList="bottom"
      noHtml5Validate
      focusOnFirstError={({ property = '' }) => {
        focusFirstControl(document.getElementById(frameId([idPrefix, ...segmentsOf(property)].join('_'))));
      }}
      onError={ignore}
      experimental_defaultFormStateBehavior={defaults}
    >
      <></>
    </Form>
  );
}

/** A choice is made by the person: the first option of a list is no default. Nothing is filled in only to be empty. */
const defaults = { constAsDefaults: 'skipOneOf', emptyObjectFields: 'skipEmptyDefaults' } as const;

/** Wrong fields show themselves; the console has no part in it. */
function ignore(): void {}

/** The data as it is sent: keys without a value are left out. */
function cleaned(data: unknown): JsonObject {
  return JSON.parse(JSON.stringify(data ?? {})) as JsonObject;
}
