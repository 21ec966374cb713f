import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { keysCookie, railCookie } from '@/components/shell/preferences';
import { listStartable } from '@/lib/definitions/queries';
import { countUnread } from '@/lib/notifications/queries';
import { requireActor } from '@/lib/session/session';
import { taskCounts } from './_components/task-counts';
import { WorkspaceShell } from './_components/workspace-shell';

/** The one session gate: whoever gets past it is signed in. Every page below still authorizes its own query. */
export default async function WorkspaceLayout({ children }: { children: ReactNode }) {
  const drawnAt = new Date().toISOString();
  const actor = await requireActor();
  const [cookieStore, counts, startable, unread] = await Promise.all([
    cookies(),
    taskCounts(actor),
    listStartable(actor),
    countUnread(actor),
  ]);
  return (
    <WorkspaceShell
      drawnAt={drawnAt}
      person={{ name: actor.name, email: actor.email }}
      organization={actor.tenantName}
      permissions={actor.permissions}
      counts={{ inbox: counts.mine + counts.groups, overdue: counts.overdue, unread }}
      startable={(startable.ok ? startable.value : []).map(({ key, name }) => ({
        key,
        name,
        href: `/start/${key}`,
      }))}
      railCollapsed={cookieStore.get(railCookie)?.value === 'collapsed'}
      shortcutsEnabled={cookieStore.get(keysCookie)?.value !== 'off'}
    >
      {children}
    </WorkspaceShell>
  );
}
