'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { LinkButton } from '@/components/ui/link-button';
import { useInbox } from './inbox-context';

/** Back to the list as it was: its view, order and search. On a phone a sign says it, which leaves room for what can be done. */
export function ListLink({ icon, className }: { icon?: ReactNode; className?: string }) {
  const t = useTranslations('task');
  const { listHref } = useInbox();
  return (
    <LinkButton href={listHref} variant="quiet" icon={icon} className={className}>
      {icon ? <span className="max-sm:sr-only">{t('back')}</span> : t('back')}
    </LinkButton>
  );
}
