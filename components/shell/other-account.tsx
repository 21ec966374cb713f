'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { leave } from './sign-out';

/** Signs in anew and comes back to this page: for a link that was meant for another account of the same person. */
export function OtherAccount() {
  const t = useTranslations('errors');
  return (
    <Button variant="quiet" onClick={() => void leave(window.location.pathname + window.location.search)}>
      {t('otherAccount')}
    </Button>
  );
}
