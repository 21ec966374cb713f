import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { AppShell } from '@/components/shell/app-shell';
import { keysCookie, railCookie } from '@/components/shell/preferences';
import { requireActor } from '@/lib/session/session';

/** The one session gate: whoever gets past it is signed in. Every page below still authorizes its own query. */
export default async function WorkspaceLayout({ children }: { children: ReactNode }) {
  const [actor, cookieStore] = await Promise.all([requireActor(), cookies()]);
  return (
    <AppShell
      person={{ name: actor.name, email: actor.email }}
      organization={actor.tenantName}
      permissions={actor.permissions}
      railCollapsed={cookieStore.get(railCookie)?.value === 'collapsed'}
      shortcutsEnabled={cookieStore.get(keysCookie)?.value !== 'off'}
    >
      {children}
    </AppShell>
  );
}
