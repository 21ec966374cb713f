'use client';

import { KeyRound, Pencil, Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { AlertDialog } from '@/components/ui/alert-dialog';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { putSourceAction, rotateSourceKeyAction } from '@/lib/webhooks/actions';
import type { SourceRow } from '@/lib/webhooks/schema';
import { ActivitySwitch } from './activity-switch';
import { FormDialog } from './form-dialog';
import { Problem } from './problem';
import { ShownOnce } from './shown-once';
import { SourceForm } from './source-form';
import { useChange } from './use-change';

/** What an administrator does with a source. */
export function SourceActions({ source }: { source: SourceRow }) {
  const t = useTranslations('administration.webhooks');
  return (
    <>
      <FormDialog
        trigger={<Button icon={<Pencil aria-hidden />}>{t('edit')}</Button>}
        title={source.name}
        size="lg"
        form={(close) => <SourceForm source={source} onDone={close} />}
      />
      <RotateKey source={source} />
      <ActivitySwitch
        name={source.name}
        active={source.active}
        text={t('stopText')}
        set={(active) => putSourceAction(source.id, { active })}
      />
    </>
  );
}

/** Makes a source. */
export function NewSource() {
  const t = useTranslations('administration.webhooks');
  return (
    <FormDialog
      trigger={
        <Button variant="primary" icon={<Plus aria-hidden />}>
          {t('new')}
        </Button>
      }
      title={t('new')}
      text={t('newText')}
      size="lg"
      form={(close) => <SourceForm onDone={close} />}
    />
  );
}

function RotateKey({ source }: { source: SourceRow }) {
  const t = useTranslations('administration.webhooks');
  const change = useChange();
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <AlertDialog
        trigger={<Button icon={<KeyRound aria-hidden />}>{t('rotate')}</Button>}
        title={t('rotateTitle', { name: source.name })}
        description={t('rotateText')}
        confirmLabel={t('rotate')}
        tone="danger"
        onConfirm={async () => {
          const made = await change.run(() => rotateSourceKeyAction(source.id), null);
          if (made) setSecret(made.signingKey);
          return made !== null;
        }}
      >
        <Problem change={change} />
      </AlertDialog>
      <Dialog
        open={secret !== null}
        onOpenChange={(open) => {
          if (!open) setSecret(null);
        }}
        title={source.name}
      >
        {secret === null ? null : <ShownOnce title={t('rotated', { name: source.name })} secret={secret} />}
      </Dialog>
    </>
  );
}
