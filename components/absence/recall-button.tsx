'use client';

import { Undo2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { AlertDialog } from '@/components/ui/alert-dialog';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { notify } from '@/components/ui/toast';
import { recallAbsenceAction } from '@/lib/absence/actions';
import type { AbsenceRow } from '@/lib/absence/schema';

/** Ends an absence before its time, after asking. */
export function RecallButton({ absence }: { absence: AbsenceRow }) {
  const t = useTranslations('absence.recall');
  const [problem, setProblem] = useState<string | null>(null);

  async function recall(): Promise<boolean> {
    const result = await recallAbsenceAction(absence.id).catch(() => null);
    if (result?.ok) {
      notify({ tone: 'positive', title: t('done') });
      return true;
    }
    setProblem(result ? result.refusal.message : t('unreachable'));
    return false;
  }

  return (
    <AlertDialog
      trigger={
        <Button size="sm" icon={<Undo2 aria-hidden />}>
          {t('recall')}
        </Button>
      }
      title={t('title', { name: absence.person.name })}
      description={t('text', { deputy: absence.deputy.name })}
      confirmLabel={t('recall')}
      onConfirm={recall}
    >
      {problem === null ? null : (
        <Banner tone="danger" title={t('failed')} live>
          {problem}
        </Banner>
      )}
    </AlertDialog>
  );
}
