'use client';

import { ListTodo } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { Selection } from '@/lib/bulk-jobs/schema';
import { StartDialog } from './start-dialog';

/** Opens the dialog that does something to all that a list shows. */
export function StartButton({ selection }: { selection: Selection }) {
  const t = useTranslations('bulkJobs');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<ListTodo aria-hidden />} onClick={() => setOpen(true)}>
        {t('openDialog')}
      </Button>
      <StartDialog open={open} onOpenChange={setOpen} selection={selection} />
    </>
  );
}
