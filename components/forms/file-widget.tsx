'use client';

import type { WidgetProps } from '@rjsf/utils';
import { Paperclip, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useFileKinds } from '@/components/instances/file-kinds';
import { FileName } from '@/components/instances/file-name';
import { buttonClass } from '@/components/ui/button-styles';
import { IconButton } from '@/components/ui/icon-button';
import { acceptedTypes } from '@/lib/engine/accepted-files';
import { fileValue, readFileValue } from '@/lib/engine/file-value';

/** Where the form stands, as far as its widgets have to know. */
export type FormPlace = {
  /** Address that takes a file: POST, with the name as `name` in its query. */
  readonly filesTo?: string;
};

type Answer = {
  readonly file?: { readonly id: string; readonly name: string };
  readonly detail?: string;
  /** What it should have been of: the content is none of these types. */
  readonly accept?: readonly string[];
};

/** The id of a file that is not kept. */
const nowhere = '00000000-0000-7000-8000-000000000000';

/**
 * Chooses a file, which is sent at once: to the request's documents, or to wait for the request's start. The form keeps which one it
 * was. Where nothing is really sent, in a simulation, it keeps the name of the file and nothing else.
 */
export function FileWidget(props: WidgetProps) {
  const { id, value, required, readonly, disabled, registry, schema, onChange } = props;
  const t = useTranslations('forms');
  const kinds = useFileKinds();
  const { filesTo } = (registry.formContext ?? {}) as FormPlace;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const chosen = readFileValue(value);
  const accept = acceptedTypes(schema);

  async function upload(address: string, file: File) {
    setBusy(true);
    setProblem(null);
    try {
      const to = new URL(address, location.origin);
      to.searchParams.set('name', file.name);
      for (const type of accept) to.searchParams.append('accept', type);
      const response = await fetch(to, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: file,
      });
      const answer = (await response.json()) as Answer;
      if (response.ok && answer.file) onChange(fileValue(answer.file));
      else if (answer.accept) setProblem(t('file.notAccepted', { kinds: kinds(accept) }));
      else setProblem(answer.detail ?? t('file.failed'));
    } catch {
      setProblem(t('file.failed'));
    } finally {
      setBusy(false);
    }
  }

  const locked = Boolean(readonly) || Boolean(disabled) || busy;
  return (
    <div className="flex flex-wrap items-center gap-2 text-base">
      {chosen && filesTo !== undefined ? <FileName file={chosen} erased={false} /> : chosen?.name}
      {chosen && !locked ? (
        <IconButton
          label={t('remove', { field: chosen.name })}
          icon={<X aria-hidden />}
          size="sm"
          onClick={() => onChange(undefined)}
        />
      ) : null}
      <label
        className={buttonClass({
          className: 'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-focus',
        })}
      >
        <Paperclip aria-hidden />
        {busy ? t('file.uploading') : t(chosen ? 'file.another' : 'file.choose')}
        <input
          id={id}
          type="file"
          className="sr-only"
          disabled={locked}
          accept={accept.length > 0 ? accept.join(',') : undefined}
          aria-describedby={accept.length > 0 ? `${id}-kinds` : undefined}
          aria-required={required || undefined}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = '';
            if (file && filesTo !== undefined) void upload(filesTo, file);
            else if (file) onChange(fileValue({ id: nowhere, name: file.name }));
          }}
        />
      </label>
      {accept.length > 0 ? (
        <span id={`${id}-kinds`} className="text-sm text-muted">
          {kinds(accept)}
        </span>
      ) : null}
      {problem === null ? null : (
        <p role="alert" className="w-full text-sm text-danger-ink">
          {problem}
        </p>
      )}
    </div>
  );
}
