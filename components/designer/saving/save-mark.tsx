'use client';

import { Check, CloudOff, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useDesigner } from '@/components/designer/store';
import { Button } from '@/components/ui/button';

/** Whether what is drawn is saved, in a word; a trouble with why, and what is being done. */
export function SaveMark({ tryNow }: { tryNow: () => void }) {
  const t = useTranslations('designer.save');
  const save = useDesigner((state) => state.save);
  const code = useDesigner((state) => state.code);
  const trouble = save.kind === 'failed' || save.kind === 'refused' || save.kind === 'conflict';
  return (
    <div
      role="status"
      aria-live={trouble ? 'assertive' : 'polite'}
      className={`flex min-w-0 items-center gap-1.5 text-sm ${trouble ? 'font-medium text-danger-ink' : 'text-muted'}`}
    >
      {save.kind === 'saved' ? <Check aria-hidden className="size-4 shrink-0 text-positive" /> : null}
      {save.kind === 'saving' || save.kind === 'pending' ? (
        <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin text-faint" />
      ) : null}
      {save.kind === 'failed' ? <CloudOff aria-hidden className="size-4 shrink-0" /> : null}
      {save.kind === 'refused' || save.kind === 'conflict' ? (
        <TriangleAlert aria-hidden className="size-4 shrink-0" />
      ) : null}
      <span className="min-w-0">
        {save.kind === 'saved' ? (code === null ? t('saved') : t('codeNotApplied')) : null}
        {save.kind === 'saving' || save.kind === 'pending' ? t('saving') : null}
        {save.kind === 'failed' ? t(`failed.${save.reason}`) : null}
        {save.kind === 'refused' ? t('refused', { detail: save.detail }) : null}
        {save.kind === 'conflict' ? t('conflict') : null}
      </span>
      {save.kind === 'failed' ? (
        <Button size="sm" variant="quiet" onClick={tryNow}>
          {t('tryNow')}
        </Button>
      ) : null}
    </div>
  );
}
