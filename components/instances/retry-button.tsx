'use client';

import { RotateCcw } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { JsonObject } from '@/lib/engine/json';
import { RetryDialog } from './retry-dialog';

/** Tries again what failed; stands at the incident it is about. */
export function RetryButton(props: { instanceId: string; name: string; context: JsonObject }) {
  const t = useTranslations('instance.actions');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" size="sm" icon={<RotateCcw aria-hidden />} onClick={() => setOpen(true)}>
        {t('retry')}
      </Button>
      <RetryDialog {...props} open={open} onOpenChange={setOpen} />
    </>
  );
}
