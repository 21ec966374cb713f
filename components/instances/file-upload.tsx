'use client';

import { Upload } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import type { InstanceDetail } from '@/lib/instances/schema';
import { useFileKinds } from './file-kinds';
import { useSizeText } from './file-size';

/** Chooses and uploads the file for which a step waits. The server checks it; here only what would be in vain is not sent. */
export function FileUpload({
  instanceId,
  awaited: { step, stepName, accept, maxSize },
}: {
  instanceId: string;
  awaited: InstanceDetail['offered']['upload'][number];
}) {
  const t = useTranslations('instance.files');
  const kinds = useFileKinds();
  const sizeText = useSizeText();
  const router = useRouter();
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function send() {
    if (!file) return setProblem(t('none'));
    if (file.size > maxSize) {
      return setProblem(t('large', { size: sizeText(file.size), most: sizeText(maxSize) }));
    }
    setBusy(true);
    setProblem(null);
    try {
      const query = new URLSearchParams({ step, name: file.name });
      const response = await fetch(`/api/workflows/instances/${instanceId}/files?${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: file,
      });
      if (response.ok) router.refresh();
      else setProblem(((await response.json()) as { detail: string }).detail);
    } catch {
      setProblem(t('failed'));
    } finally {
      setBusy(false);
    }
  }

  const hint =
    accept.length > 0
      ? t('hintTypes', { types: kinds(accept), size: sizeText(maxSize) })
      : t('hint', { size: sizeText(maxSize) });
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-0">
        <label htmlFor={id} className="block text-base font-medium text-ink">
          {t('choose', { step: stepName })}
        </label>
        <input
          id={id}
          type="file"
          accept={accept.length > 0 ? accept.join(',') : undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          className="mt-1 block max-w-full text-base"
        />
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
          {hint}
        </p>
        {problem === null ? null : (
          <p role="alert" className="mt-1 text-sm text-danger-ink">
            {problem}
          </p>
        )}
      </div>
      <Button variant="primary" busy={busy} icon={<Upload aria-hidden />} onClick={() => void send()}>
        {t('upload')}
      </Button>
    </div>
  );
}
