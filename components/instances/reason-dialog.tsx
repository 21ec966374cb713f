'use client';

import { useTranslations } from 'next-intl';
import { useState, type ReactNode } from 'react';
import { AlertDialog } from '@/components/ui/alert-dialog';
import { Banner } from '@/components/ui/banner';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { notify } from '@/components/ui/toast';
import { limits } from '@/lib/instances/schema';
import type { Refusal } from '@/lib/people/refusal';

/** `remark`: what whoever did it should know of how it went, beside that it is done. */
type Outcome =
  | { readonly ok: true; readonly remark?: string | undefined }
  | { readonly ok: false; readonly refusal: Refusal };

export type ReasonDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  text: string;
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'normal' | 'danger';
  /** What the notice says when it happened. */
  done: string;
  /** Who reads the reason; left out, those who may see the instance. */
  hint?: string;
  /** Runs with the reason. Null: something in `children` is wrong and says so itself. */
  run: (reason: string) => Promise<Outcome | null>;
  children?: ReactNode;
};

/** Asks why, does it, and says what came of it; a refusal stays in the dialog with its words. */
export function ReasonDialog({
  open,
  onOpenChange,
  title,
  text,
  confirmLabel,
  cancelLabel,
  tone,
  done,
  hint,
  run,
  children,
}: ReasonDialogProps) {
  const t = useTranslations('reasonDialog');
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  function changeOpen(next: boolean) {
    onOpenChange(next);
    setMissing(false);
    setProblem(null);
  }

  async function confirm(): Promise<boolean> {
    setProblem(null);
    setMissing(reason.trim() === '');
    if (reason.trim() === '') return false;
    const outcome = await run(reason.trim()).catch(() => 'unreachable' as const);
    if (outcome === null) return false;
    if (outcome === 'unreachable' || !outcome.ok) {
      setProblem(outcome === 'unreachable' ? t('unreachable') : outcome.refusal.message);
      return false;
    }
    const { remark } = outcome;
    notify({ tone: remark === undefined ? 'positive' : 'caution', title: done, description: remark });
    setReason('');
    return true;
  }

  return (
    <AlertDialog
      open={open}
      onOpenChange={changeOpen}
      title={title}
      description={text}
      confirmLabel={confirmLabel}
      cancelLabel={cancelLabel}
      tone={tone}
      onConfirm={confirm}
    >
      <div className="flex flex-col gap-4">
        <Field
          label={t('reason')}
          hint={hint ?? t('reasonHint')}
          error={missing ? t('reasonMissing') : undefined}
        >
          <Textarea
            value={reason}
            maxLength={limits.reasonCharacters}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              setMissing(false);
            }}
          />
        </Field>
        {children}
        {problem === null ? null : (
          <Banner tone="danger" title={t('failedTitle')} live>
            {problem}
          </Banner>
        )}
      </div>
    </AlertDialog>
  );
}
