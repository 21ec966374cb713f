'use client';

import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { FormDialog } from '@/components/administration/form-dialog';
import { Button } from '@/components/ui/button';
import { RuleForm, type RuleFormProps } from './rule-form';

/** The button that opens the form of a new rule. */
export function NewRule({ definitions }: Pick<RuleFormProps, 'definitions'>) {
  const t = useTranslations('alerts.form');
  return (
    <FormDialog
      trigger={
        <Button variant="primary" icon={<Plus aria-hidden />}>
          {t('new')}
        </Button>
      }
      title={t('new')}
      text={t('newText')}
      form={(close) => <RuleForm definitions={definitions} onDone={close} />}
    />
  );
}
