'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { LinkButton } from '@/components/ui/link-button';
import { useInbox } from './inbox-context';

/** Back to the list as it was: its view, order and search. */
export function ListLink({ icon, className }: { icon?: ReactNode; className?: string }) {
  const t = useTranslations('task');
  const { listHref } = useInbox();
  return (
    <LinkButton href={listHref} variant="quiet" icon={icon} className={className}>
      {t('back')}
    </LinkButton>
  );
}
