'use client';

import { UserPlus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { FormDialog } from './form-dialog';
import { PersonForm, type PersonFormProps } from './person-form';

/** Adds a person. */
export function NewPerson({ roles, languages }: Pick<PersonFormProps, 'roles' | 'languages'>) {
  const t = useTranslations('administration.people');
  return (
    <FormDialog
      trigger={
        <Button variant="primary" icon={<UserPlus aria-hidden />}>
          {t('new')}
        </Button>
      }
      title={t('new')}
      text={t('newText')}
      form={(close) => <PersonForm roles={roles} languages={languages} onDone={close} />}
    />
  );
}
