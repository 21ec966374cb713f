import { headers } from 'next/headers';
import { type ReactNode, Suspense } from 'react';
import { perPage, readInboxQuery } from '@/components/tasks/inbox-address';
import { InboxFrame } from '@/components/tasks/inbox-frame';
import { InboxSkeleton } from '@/components/tasks/inbox-skeleton';
import { actingFor } from '@/lib/absence/acting-for';
import { listViews } from '@/lib/inbox/saved-views';
import { sharingRoles } from '@/lib/saved-views/store';
import { holds } from '@/lib/people/permissions';
import { pathHeader } from '@/lib/session/request-headers';
import { requireActor } from '@/lib/session/session';
import { type InboxQuery, type View, views } from '@/lib/inbox/schema';
import { listTasks } from '@/lib/tasks/queries';
import { taskCounts } from '@/app/(workspace)/_components/task-counts';

/**
 * The list stands in the layout, so that it keeps its place while tasks are opened beside it. A layout is not told the
 * query of its address; the proxy's header has it. Views that are gone to later are read by the list itself.
 */
export default function InboxLayout({ children }: { children: ReactNode }) {
  return (
    <Suspense fallback={<InboxSkeleton />}>
      <LoadedInbox>{children}</LoadedInbox>
    </Suspense>
  );
}

async function LoadedInbox({ children }: { children: ReactNode }) {
  const [actor, requestHeaders] = await Promise.all([requireActor(), headers()]);
  const { searchParams } = new URL(requestHeaders.get(pathHeader) ?? '/inbox', 'http://this.invalid');
  const named = views.find((view) => view === searchParams.get('view'));
  const listOf = (query: InboxQuery) => listTasks(actor, query, { limit: perPage });
  const [counts, principals, saved, roles, early] = await Promise.all([
    taskCounts(actor),
    actingFor(actor),
    listViews(actor),
    sharingRoles(actor),
    // Where the address names the view, the list does not have to wait for the counts.
    named ? listOf(readInboxQuery(searchParams, named)) : null,
  ]);
  const standsIn = principals.length > 0;
  const usualView: View = counts.mine === 0 && counts.groups > 0 ? 'groups' : 'mine';
  const query = readInboxQuery(searchParams, usualView);
  const found = early ?? (await listOf(query));
  const seesAll = holds(actor, 'instances.read_all');
  return (
    <InboxFrame
      initial={{
        query,
        rows: found.ok ? found.value.items : [],
        next: found.ok ? found.value.next : null,
      }}
      counts={counts}
      usualView={usualView}
      saved={saved.ok ? saved.value : []}
      roles={roles}
      tidies={holds(actor, 'people.manage')}
      views={[
        'mine',
        'groups',
        ...(standsIn ? (['acting'] as const) : []),
        ...(seesAll ? (['all'] as const) : []),
        ...(counts.snoozed > 0 || query.view === 'snoozed' ? (['snoozed'] as const) : []),
        'waiting',
        'done',
      ]}
    >
      {children}
    </InboxFrame>
  );
}
