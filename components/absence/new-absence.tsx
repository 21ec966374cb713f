'use client';

import { CalendarPlus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { AbsenceForm, type AbsenceFormProps } from './absence-form';

/** Opens the form for an absence. */
export function NewAbsence(props: Omit<AbsenceFormProps, 'onDone'>) {
  const t = useTranslations('absence');
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="primary" icon={<CalendarPlus aria-hidden />}>
          {t('new')}
        </Button>
      }
      title={t('form.title')}
      description={t('form.text')}
    >
      <AbsenceForm {...props} onDone={() => setOpen(false)} />
    </Dialog>
  );
}
