'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Spinner } from '@/components/ui/spinner';
import { previewAuthorityAction } from '@/lib/tasks/actions';
import type { AuthorityPreview } from '@/lib/tasks/schema';
import { Deciders } from './deciders';

/** Who could decide the task now and by what right, and why the others who come into question may not. */
export function WhoCanAct({ taskId }: { taskId: string }) {
  const t = useTranslations('authority.who');
  const [open, setOpen] = useState(false);
  const [preview, setPreview] = useState<AuthorityPreview | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function look(next: boolean) {
    setOpen(next);
    if (!next) return;
    setProblem(null);
    const result = await previewAuthorityAction(taskId).catch(() => null);
    if (result?.ok) setPreview(result.value);
    else setProblem(result ? result.refusal.message : t('unreachable'));
  }

  const can = preview?.people.filter(({ mayDecide }) => mayDecide.ok) ?? [];
  const cannot = preview?.people.filter(({ mayDecide }) => !mayDecide.ok) ?? [];
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => void look(next)}
      trigger={
        <Button variant="quiet" size="sm" className="-ml-2">
          {t('open')}
        </Button>
      }
      title={t('title')}
      description={t('text')}
    >
      {problem === null ? null : <p className="text-base text-danger-ink">{problem}</p>}
      {preview === null && problem === null ? (
        <p className="flex items-center gap-2 text-base text-muted">
          <Spinner /> {t('looking')}
        </p>
      ) : null}
      {preview && can.length === 0 ? <p className="text-base text-danger-ink">{t('nobody')}</p> : null}
      <Deciders label={t('can')} people={can} />
      <Deciders label={t('cannot')} people={cannot} />
    </Dialog>
  );
}
