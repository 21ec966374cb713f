import { ListChecks } from 'lucide-react';
import { getTranslations } from 'next-intl/server';
import { RequestRow } from '@/components/tasks/request-row';
import { Panel } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { TextLink } from '@/components/ui/text-link';
import { listInstances } from '@/lib/instances/queries';
import type { Actor } from '@/lib/people/actor';
import { holds } from '@/lib/people/permissions';
import { statusesOf } from '@/components/tasks/requests-address';

const shownRequests = 5;
/** Read, so that late ones among them come first. */
const looked = 25;

/** The actor's requests under way and where each is, those that are late first. */
export async function HomeRequests({ actor }: { actor: Actor }) {
  const [t, found] = await Promise.all([
    getTranslations('home.requests'),
    listInstances(actor, { requester: 'me', status: statusesOf('open') }, { limit: looked }),
  ]);
  const rows = found.ok ? found.value.items : [];
  const now = new Date().toISOString();
  const isLate = (dueAt: string | null) => dueAt !== null && dueAt < now;
  const first = rows
    .toSorted((a, b) => Number(isLate(b.dueAt)) - Number(isLate(a.dueAt)))
    .slice(0, shownRequests);
  return (
    <Panel
      title={t('title')}
      padded={false}
      actions={
        <TextLink href="/requests" className="text-sm">
          {t('all')}
        </TextLink>
      }
    >
      {first.length > 0 ? (
        <ul aria-label={t('title')} className="divide-y divide-line">
          {first.map((row) => (
            <RequestRow key={row.id} row={row} reader={actor.name} />
          ))}
        </ul>
      ) : (
        <EmptyState
          icon={<ListChecks aria-hidden />}
          title={t('empty')}
          description={t('emptyText')}
          className="py-10"
          action={
            holds(actor, 'instances.start') ? (
              <LinkButton href="/start" variant="primary">
                {t('start')}
              </LinkButton>
            ) : null
          }
        />
      )}
    </Panel>
  );
}
