'use client';

import { Download } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { notify } from '@/components/ui/toast';
import type { PlanInput } from '@/lib/migration/schema';

/** Takes the verdicts of a plan along as a file. */
export function ExportVerdicts({ definitionKey, plan }: { definitionKey: string; plan: PlanInput }) {
  const t = useTranslations('migration.check');
  const [busy, setBusy] = useState(false);

  async function take() {
    setBusy(true);
    const answer = await fetch(`/api/workflows/definitions/${definitionKey}/migrations/verdicts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ plan }),
    }).catch(() => null);
    setBusy(false);
    if (!answer?.ok) return notify({ tone: 'danger', title: t('exportFailed') });
    const address = URL.createObjectURL(await answer.blob());
    const link = document.createElement('a');
    link.href = address;
    link.download = `${definitionKey}-${plan.from}-${plan.to}.csv`;
    link.click();
    URL.revokeObjectURL(address);
  }

  return (
    <Button size="sm" icon={<Download aria-hidden />} busy={busy} onClick={() => void take()}>
      {t('export')}
    </Button>
  );
}
