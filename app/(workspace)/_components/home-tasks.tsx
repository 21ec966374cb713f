import { Inbox } from 'lucide-react';
import { getTranslations } from 'next-intl/server';
import { TaskListRow } from '@/components/tasks/task-list-row';
import { inboxAddress, usualQuery } from '@/components/tasks/inbox-address';
import { Panel } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { TextLink } from '@/components/ui/text-link';
import type { Actor } from '@/lib/people/actor';
import type { View } from '@/lib/inbox/schema';
import { listTasks } from '@/lib/tasks/queries';
import type { TaskRow } from '@/lib/tasks/schema';

const shownTasks = 5;

/** The first tasks that wait for the actor, the latest due first; below their own those of their groups. */
export async function HomeTasks({ actor }: { actor: Actor }) {
  const [t, mine, groups] = await Promise.all([
    getTranslations('home.tasks'),
    firstTasks(actor, 'mine'),
    firstTasks(actor, 'groups'),
  ]);
  const rows = [...mine, ...groups.filter(({ id }) => !mine.some((row) => row.id === id))].slice(
    0,
    shownTasks,
  );
  const view: View = mine.length > 0 ? 'mine' : 'groups';
  return (
    <Panel
      title={t('title')}
      padded={false}
      actions={
        <TextLink href={inboxAddress(usualQuery(view))} prefetch={false} className="text-sm">
          {t('all')}
        </TextLink>
      }
    >
      {rows.length > 0 ? (
        <ul aria-label={t('title')} className="divide-y divide-line">
          {rows.map((row) => {
            const of: View = mine.includes(row) ? 'mine' : 'groups';
            const href = inboxAddress(usualQuery(of), row.id);
            return <TaskListRow key={row.id} row={row} view={of} href={href} open={false} gone={false} />;
          })}
        </ul>
      ) : (
        <EmptyState
          icon={<Inbox aria-hidden />}
          title={t('empty')}
          description={t('emptyText')}
          className="py-10"
        />
      )}
    </Panel>
  );
}

async function firstTasks(actor: Actor, view: View): Promise<readonly TaskRow[]> {
  const found = await listTasks(actor, { view, sort: ['due'] }, { limit: shownTasks });
  return found.ok ? found.value.items : [];
}
