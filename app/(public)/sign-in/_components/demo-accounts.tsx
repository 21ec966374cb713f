'use client';

import { useTranslations } from 'next-intl';
import { startTransition } from 'react';
import { Avatar } from '@/components/ui/avatar';

export type DemoAccount = { email: string; name: string; password: string; title: string };

/** The demo's people. One click signs in as one of them. */
export function DemoAccounts({
  accounts,
  busy,
  signIn,
}: {
  accounts: readonly DemoAccount[];
  busy: boolean;
  signIn: (entered: FormData) => void;
}) {
  const t = useTranslations('signIn');

  function choose(account: DemoAccount) {
    const entered = new FormData();
    entered.set('email', account.email);
    entered.set('password', account.password);
    startTransition(() => signIn(entered));
  }

  return (
    <section className="mt-9">
      <h2 className="text-sm font-semibold">{t('demo')}</h2>
      <p className="mb-3 text-sm text-muted">{t('demoHint')}</p>
      <ul className="divide-y divide-line overflow-clip rounded-lg border border-line bg-surface">
        {accounts.map((account) => (
          <li key={account.email}>
            <button
              type="button"
              disabled={busy}
              onClick={() => choose(account)}
              className="flex w-full items-center gap-3 px-3 py-2 text-left transition-colors hover:bg-hover focus-visible:-outline-offset-2 disabled:opacity-60 pointer-coarse:min-h-12"
            >
              <Avatar name={account.name} />
              <span className="min-w-0 flex-1">
                <span className="sr-only">{t('demoSignIn')} </span>
                <span className="block truncate text-sm font-medium text-ink">{account.name}</span>
                <span className="block text-xs text-muted">{account.title}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
