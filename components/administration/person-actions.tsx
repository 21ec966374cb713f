'use client';

import { KeyRound, LogOut, UserRoundCheck, UserRoundX } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { AlertDialog } from '@/components/ui/alert-dialog';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { putPersonAction, revokeSessionsAction } from '@/lib/people/actions';
import type { PersonRow } from '@/lib/people/schema';
import { ConfirmButton } from './confirm-button';
import { Problem } from './problem';
import { useChange } from './use-change';

/** What an administrator does with a person besides editing them. @param openTasks that wait for them alone */
export function PersonActions({ person, openTasks }: { person: PersonRow; openTasks: number }) {
  const t = useTranslations('administration.person');
  const { name, email } = person;
  const set = (active: boolean) => () => putPersonAction(email, { name, active });
  return (
    <>
      <ResetPassword person={person} />
      <ConfirmButton
        trigger={<Button icon={<LogOut aria-hidden />}>{t('signOut')}</Button>}
        title={t('signOutTitle', { name })}
        text={t('signOutText')}
        confirm={t('signOut')}
        done={t('signedOut', { name })}
        run={() => revokeSessionsAction(email)}
      />
      {person.active ? (
        <ConfirmButton
          trigger={<Button icon={<UserRoundX aria-hidden />}>{t('deactivate')}</Button>}
          title={t('deactivateTitle', { name })}
          text={t('deactivateText', { count: openTasks })}
          confirm={t('deactivate')}
          done={t('deactivated', { name })}
          tone="danger"
          run={set(false)}
        />
      ) : (
        <ConfirmButton
          trigger={<Button icon={<UserRoundCheck aria-hidden />}>{t('activate')}</Button>}
          title={t('activateTitle', { name })}
          text={t('activateText')}
          confirm={t('activate')}
          done={t('activated', { name })}
          run={set(true)}
        />
      )}
    </>
  );
}

function ResetPassword({ person }: { person: PersonRow }) {
  const t = useTranslations('administration.person');
  const change = useChange();
  const [password, setPassword] = useState('');
  return (
    <AlertDialog
      trigger={<Button icon={<KeyRound aria-hidden />}>{t('reset')}</Button>}
      title={t('resetTitle', { name: person.name })}
      description={t('resetText')}
      confirmLabel={t('reset')}
      onConfirm={async () => {
        const done = await change.run(
          () => putPersonAction(person.email, { name: person.name, password }),
          t('resetDone', { name: person.name }),
        );
        if (done) setPassword('');
        return done !== null;
      }}
    >
      <div className="flex flex-col gap-4">
        <Field label={t('newPassword')} hint={t('newPasswordHint')} error={change.problems['/password']}>
          <Input
            type="password"
            value={password}
            autoComplete="new-password"
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        </Field>
        <Problem change={change} />
      </div>
    </AlertDialog>
  );
}
