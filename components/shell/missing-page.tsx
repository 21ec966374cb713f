import { Compass } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { EmptyState } from '@/components/ui/empty-state';
import { OtherAccount } from './other-account';

/** Who is signed in, and with which organization. */
export type Account = { readonly name: string; readonly organization: string };

/**
 * Something that is not there for whoever is signed in. It tells nothing of what may be there for others, but as whom one asks,
 * since a link is often opened with the wrong account.
 */
export function MissingPage({
  title,
  text,
  account,
  className,
  children,
}: {
  title: string;
  text: string;
  /** Null: nobody is signed in. */
  account: Account | null;
  className?: string;
  /** The way on. */
  children: ReactNode;
}) {
  const t = useTranslations('errors');
  return (
    <EmptyState
      icon={<Compass aria-hidden />}
      title={title}
      description={
        <>
          {text}
          {account ? <span className="mt-3 block text-sm">{t('signedInAs', { ...account })}</span> : null}
        </>
      }
      action={
        <>
          {children}
          {account ? <OtherAccount /> : null}
        </>
      }
      className={className}
    />
  );
}
