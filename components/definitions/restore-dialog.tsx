'use client';

import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { AlertDialog } from '@/components/ui/alert-dialog';
import { Banner } from '@/components/ui/banner';
import { TextLink } from '@/components/ui/text-link';
import { notify } from '@/components/ui/toast';
import { restoreVersionAction } from '@/lib/definitions/actions';
import type { Refusal } from '@/lib/people/refusal';
import type { VersionDialogProps } from './activate-dialog';

/**
 * Makes the draft what a version was and opens the designer. Changes of the draft that no version has are shown first, and
 * replaced only when that is confirmed.
 */
export function RestoreDialog({
  definitionKey,
  version,
  revision,
  open,
  onOpenChange,
}: VersionDialogProps & { revision: number }) {
  const t = useTranslations('comparison');
  const tVersions = useTranslations('versions');
  const router = useRouter();
  const [refusal, setRefusal] = useState<Pick<Refusal, 'code' | 'message'> | null>(null);
  const wouldLose = refusal?.code === 'not_allowed';

  async function restore(): Promise<boolean> {
    const input = { replaceChanges: wouldLose };
    const result = await restoreVersionAction(definitionKey, version, input, revision).catch(() => null);
    if (!result?.ok) {
      setRefusal(result?.refusal ?? { code: 'invalid', message: tVersions('unreachable') });
      return false;
    }
    notify({ tone: 'positive', title: t('restored', { version }) });
    router.push(`/definitions/${definitionKey}/edit`);
    return true;
  }

  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => {
        setRefusal(null);
        onOpenChange(next);
      }}
      title={t('restoreTitle', { version })}
      description={t('restoreText')}
      confirmLabel={wouldLose ? tVersions('replace') : t('restore')}
      tone={wouldLose ? 'danger' : 'normal'}
      onConfirm={restore}
    >
      {refusal ? (
        <Banner
          tone={wouldLose ? 'caution' : 'danger'}
          title={wouldLose ? tVersions('unpublished') : t('restoreFailed')}
          live
          actions={
            wouldLose ? (
              <TextLink href={`/definitions/${definitionKey}/compare?from=${version}&to=draft`}>
                {tVersions('seeChanges')}
              </TextLink>
            ) : undefined
          }
        >
          {refusal.message}
        </Banner>
      ) : null}
    </AlertDialog>
  );
}
