'use client';

import { CircleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';

/** A page that failed, inside the frame that still works. The digest is the code under which the server logged it. */
export default function WorkspaceError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const t = useTranslations('errors');
  return (
    <EmptyState
      icon={<CircleAlert aria-hidden />}
      title={t('title')}
      description={
        error.digest ? (
          <>
            {t('text')} <code className="font-mono text-ink">{error.digest}</code>
          </>
        ) : (
          t('textWithoutCode')
        )
      }
      action={
        <>
          <Button variant="primary" onClick={reset}>
            {t('retry')}
          </Button>
          <LinkButton href="/">{t('home')}</LinkButton>
        </>
      }
      className="min-h-[70dvh] justify-center"
    />
  );
}
