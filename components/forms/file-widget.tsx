'use client';

import type { WidgetProps } from '@rjsf/utils';
import { Paperclip, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FileName } from '@/components/instances/file-name';
import { buttonClass } from '@/components/ui/button-styles';
import { IconButton } from '@/components/ui/icon-button';
import { fileValue, readFileValue } from '@/lib/engine/file-value';

/** Where the form stands, as far as its widgets have to know. */
export type FormPlace = { readonly instanceId?: string };

/**
 * Chooses a file, which goes to the request's documents at once; the form keeps which one it was. Where there is no request yet
 * to keep it with, the field cannot be filled in.
 */
export function FileWidget({
  id,
  label,
  value,
  required,
  readonly,
  disabled,
  registry,
  onChange,
}: WidgetProps) {
  const t = useTranslations('forms');
  const { instanceId } = (registry.formContext ?? {}) as FormPlace;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const chosen = readFileValue(value);
  if (instanceId === undefined) {
    return <p className="text-sm text-muted">{t('unsupported', { field: label })}</p>;
  }

  async function upload(file: File) {
    setBusy(true);
    setProblem(null);
    try {
      const query = new URLSearchParams({ name: file.name });
      const response = await fetch(`/api/workflows/instances/${instanceId}/documents?${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: file,
      });
      const answer = (await response.json()) as { file?: { id: string; name: string }; detail?: string };
      if (response.ok && answer.file) onChange(fileValue(answer.file));
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
      {chosen ? <FileName file={chosen} erased={false} /> : null}
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
          aria-required={required || undefined}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = '';
            if (file) void upload(file);
          }}
        />
      </label>
      {problem === null ? null : (
        <p role="alert" className="w-full text-sm text-danger-ink">
          {problem}
        </p>
      )}
    </div>
  );
}
