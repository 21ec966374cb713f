'use client';

import { Pencil, Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { FormDialog } from '@/components/administration/form-dialog';
import { Button } from '@/components/ui/button';
import type { ResourceRow, SharedResource } from '@/lib/resources/schema';
import { ResourceForm } from './resource-form';

/** Makes a resource, or changes one. */
export function ResourceDialog({
  resource,
  shared,
}: {
  resource?: ResourceRow;
  shared: readonly SharedResource[];
}) {
  const t = useTranslations('resources');
  const trigger = resource ? (
    <Button icon={<Pencil aria-hidden />}>{t('edit')}</Button>
  ) : (
    <Button variant="primary" icon={<Plus aria-hidden />}>
      {t('new')}
    </Button>
  );
  return (
    <FormDialog
      trigger={trigger}
      title={resource?.title ?? t('new')}
      text={resource ? t('editText') : t('newText')}
      form={(close) => <ResourceForm {...(resource && { resource })} shared={shared} onDone={close} />}
    />
  );
}
