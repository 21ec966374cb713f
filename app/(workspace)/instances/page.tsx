import { Layers, SearchX } from 'lucide-react';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { StartButton } from '@/components/bulk-jobs/start-button';
import { InstanceList } from '@/components/instances/instance-list';
import {
  addressOf,
  pageAddresses,
  queryOf,
  searchOf,
  readAddress,
  type Query,
} from '@/components/instances/list-address';
import { readColumns } from '@/components/instances/list-columns';
import { ListFilters } from '@/components/instances/list-filters';
import { ViewBar } from '@/components/saved-views/view-bar';
import { Page } from '@/components/shell/page';
import { RefreshOnChange } from '@/components/shell/use-changes';
import { Card } from '@/components/ui/card';
import { CursorPagination } from '@/components/ui/cursor-pagination';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeader } from '@/components/ui/page-header';
import { listInstances } from '@/lib/instances/queries';
import { holds } from '@/lib/people/permissions';
import { listViews } from '@/lib/saved-views/queries';
import { requireActor } from '@/lib/session/session';
import { filterChoices } from './filter-choices';

const perPage = 50;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('instances');
  return { title: t('title') };
}

/** Every instance that the actor may see, narrowed by the address. */
export default async function InstancesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const [actor, query, t] = await Promise.all([requireActor(), searchParams, getTranslations('instances')]);
  const address = readAddress(query);
  const { filters, cursor } = address;
  const [found, choices, views] = await Promise.all([
    listInstances(actor, queryOf(filters), { cursor, limit: perPage }),
    filterChoices(actor, filters.definition),
    listViews(actor, 'instances'),
  ]);
  // A cursor that does not fit any more: the list from its first page is what is wanted.
  if (!found.ok && cursor !== undefined) redirect(addressOf(filters));

  const pages = found.ok ? pageAddresses(address, found.value.next) : {};
  return (
    <Page width="wide">
      <PageHeader
        title={t('title')}
        description={t(holds(actor, 'instances.read_all') ? 'description' : 'descriptionOwn')}
        actions={
          holds(actor, 'instances.repair') ? (
            <>
              <LinkButton href="/operations/jobs">{t('jobs')}</LinkButton>
              {found.ok && found.value.items.length > 0 ? (
                <StartButton selection={{ filter: queryOf(filters) }} />
              ) : null}
            </>
          ) : null
        }
      />
      <ViewBar
        place="instances"
        path="/instances"
        views={views}
        address={searchOf(filters).toString()}
        tidies={holds(actor, 'people.manage')}
      />
      <ListFilters
        key={filters.definition ?? ''}
        filters={filters}
        {...choices}
        problem={!found.ok && filters.q !== undefined ? found.refusal.message : null}
      />
      <div className="mt-4">
        {found.ok && found.value.items.length > 0 ? (
          <InstanceList
            key={JSON.stringify(query)}
            rows={found.value.items}
            columns={readColumns(filters.columns)}
          />
        ) : (
          <Nothing
            filtered={Object.keys(filters).length > 0 || cursor !== undefined}
            mayStart={holds(actor, 'instances.start')}
            problem={found.ok || filters.q !== undefined ? null : found.refusal.message}
          />
        )}
        <CursorPagination
          previousHref={pages.previous}
          nextHref={pages.next}
          summary={t('perPage', { count: perPage })}
        />
      </div>
    </Page>
  );
}

async function Nothing({
  filtered,
  mayStart,
  problem,
}: {
  filtered: boolean;
  mayStart: boolean;
  problem: string | null;
}) {
  const t = await getTranslations('instances');
  const action = <LinkButton href="/instances">{t('filters.clear')}</LinkButton>;
  return (
    <Card>
      <RefreshOnChange />
      {filtered ? (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={t('noneTitle')}
          description={problem === null ? t('noneText') : t('invalid', { message: problem })}
          action={action}
        />
      ) : (
        <EmptyState
          icon={<Layers aria-hidden />}
          title={t('emptyTitle')}
          description={t('emptyText')}
          action={
            mayStart ? (
              <LinkButton variant="primary" href="/start">
                {t('emptyAction')}
              </LinkButton>
            ) : null
          }
        />
      )}
    </Card>
  );
}
