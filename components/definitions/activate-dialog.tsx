'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { AlertDialog } from '@/components/ui/alert-dialog';
import { Banner } from '@/components/ui/banner';
import { notify } from '@/components/ui/toast';
import { activateVersionAction } from '@/lib/definitions/actions';
import { ActiveFromField, useActiveFrom } from './active-from';

export type VersionDialogProps = {
  definitionKey: string;
  name: string;
  version: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Makes a version the active one, at once or from an instant on. */
export function ActivateDialog({ definitionKey, name, version, open, onOpenChange }: VersionDialogProps) {
  const t = useTranslations('versions');
  const format = useFormatter();
  const choice = useActiveFrom();
  const [problem, setProblem] = useState<string | null>(null);

  async function activate(): Promise<boolean> {
    setProblem(null);
    const from = choice.read();
    if (from === undefined) return false;
    const result = await activateVersionAction(definitionKey, version, { from }).catch(() => null);
    if (!result?.ok) {
      setProblem(result?.refusal.message ?? t('unreachable'));
      return false;
    }
    const { activeFrom } = result.value;
    notify({
      tone: 'positive',
      title:
        activeFrom === null
          ? t('activate.doneNow', { version })
          : t('activate.doneLater', {
              version,
              instant: format.dateTime(new Date(activeFrom), { dateStyle: 'medium', timeStyle: 'short' }),
            }),
    });
    return true;
  }

  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('activate.title', { name, version })}
      description={t('activate.text')}
      confirmLabel={t('activate.confirm')}
      onConfirm={activate}
    >
      <div className="flex flex-col gap-4">
        <ActiveFromField choice={choice} />
        {problem === null ? null : (
          <Banner tone="danger" title={t('failed')} live>
            {problem}
          </Banner>
        )}
      </div>
    </AlertDialog>
  );
}
