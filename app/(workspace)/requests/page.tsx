import { ListChecks } from 'lucide-react';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { Page } from '@/components/shell/page';
import { RefreshOnChange } from '@/components/shell/use-changes';
import { RequestRow } from '@/components/tasks/request-row';
import { Card } from '@/components/ui/card';
import { CursorPagination } from '@/components/ui/cursor-pagination';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeader } from '@/components/ui/page-header';
import { TabLinks } from '@/components/ui/tab-links';
import { instanceMoves } from '@/lib/engine/lifecycle';
import { listInstances } from '@/lib/instances/queries';
import type { InstanceRow } from '@/lib/instances/schema';
import { holds } from '@/lib/people/permissions';
import { requireActor } from '@/lib/session/session';
import {
  besides,
  readRequestsAddress,
  requestsAddress,
  requestViews,
  type RequestView,
  statusesOf,
} from '@/components/tasks/requests-address';
import { WithdrawButton } from './_components/withdraw-button';

const perPage = 25;

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('requests');
  return { title: t('title') };
}

/** What the actor has asked for: where each is, who has it, what comes next; those under way can be taken back. */
export default async function RequestsPage({ searchParams }: Props) {
  const [actor, query, t] = await Promise.all([requireActor(), searchParams, getTranslations('requests')]);
  const address = readRequestsAddress(query);
  const { view, cursor } = address;
  const found = await listInstances(
    actor,
    { requester: 'me', status: statusesOf(view) },
    { cursor, limit: perPage },
  );
  // A cursor that does not fit any more: the first page is what is wanted.
  if (!found.ok) redirect(requestsAddress(view));
  const { items, next } = found.value;
  const pages = besides(address, next);
  const mayStart = holds(actor, 'instances.start');
  return (
    <Page>
      <RefreshOnChange />
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          mayStart ? (
            <LinkButton href="/start" variant="primary">
              {t('start')}
            </LinkButton>
          ) : null
        }
      />
      <TabLinks
        label={t('views.label')}
        items={requestViews.map((one) => ({
          href: requestsAddress(one),
          label: t(`views.${one}`),
          current: one === view,
        }))}
      />
      <Card className="mt-4 overflow-clip">
        {items.length > 0 ? (
          <ul aria-label={t('title')} className="divide-y divide-line">
            {items.map((row) => (
              <RequestRow
                key={row.id}
                row={row}
                reader={actor.name}
                actions={<RowActions row={row} reader={actor.name} />}
              />
            ))}
          </ul>
        ) : (
          <Nothing view={view} mayStart={mayStart} />
        )}
      </Card>
      <CursorPagination
        previousHref={pages.previous}
        nextHref={pages.next}
        summary={t('perPage', { count: perPage })}
      />
    </Page>
  );
}

async function RowActions({ row, reader }: { row: InstanceRow; reader: string }) {
  const t = await getTranslations('requests');
  const waitsForReader = row.status === 'waiting' && row.waitingOnNames.includes(reader);
  return (
    <>
      {waitsForReader ? (
        <LinkButton size="sm" href="/inbox?view=mine">
          {t('answer')}
        </LinkButton>
      ) : null}
      {instanceMoves[row.status].includes('cancelled') && row.status !== 'compensating' ? (
        <WithdrawButton instanceId={row.id} name={`${row.definition.name} ${row.subject.id}`} />
      ) : null}
    </>
  );
}

async function Nothing({ view, mayStart }: { view: RequestView; mayStart: boolean }) {
  const t = await getTranslations('requests.empty');
  return (
    <EmptyState
      icon={<ListChecks aria-hidden />}
      title={t(view)}
      description={t(`${view}Text`)}
      action={
        mayStart && view !== 'ended' ? (
          <LinkButton href="/start" variant="primary">
            {t('start')}
          </LinkButton>
        ) : null
      }
    />
  );
}
