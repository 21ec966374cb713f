import { CircleCheck } from 'lucide-react';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { Page } from '@/components/shell/page';
import { RefreshOnChange } from '@/components/shell/use-changes';
import { IncidentGroups } from '@/components/support/incident-groups';
import { IncidentTileRow } from '@/components/support/incident-tiles';
import { OperationsTabs } from '@/components/support/operations-tabs';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { TabLinks } from '@/components/ui/tab-links';
import { holds } from '@/lib/people/permissions';
import { requireActor } from '@/lib/session/session';
import { listIncidentGroups } from '@/lib/support/incidents';
import type { IncidentFilters } from '@/lib/support/schema';

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** The ways to look at the incidents, each with an address. */
const looks = {
  all: '',
  mine: 'owner=me',
  nobodys: 'owner=nobody',
  snoozed: 'snoozed=with',
} as const;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('operations.incidents');
  return { title: t('title') };
}

/** Open incidents by cause: what fails for the same reason is one thing to look at. */
export default async function IncidentsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const [actor, query, t] = await Promise.all([
    requireActor(),
    searchParams,
    getTranslations('operations.incidents'),
  ]);
  const found = await listIncidentGroups(actor, query as IncidentFilters);
  if (!found.ok) notFound();
  const { tiles, groups } = found.value;
  const current = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  ).toString();
  return (
    <Page width="wide">
      <RefreshOnChange />
      <PageHeader title={t('title')} description={t('description')} />
      <OperationsTabs current="incidents" repairs={holds(actor, 'instances.repair')} />
      <IncidentTileRow tiles={tiles} />
      <div className="mb-4">
        <TabLinks
          label={t('looks.label')}
          items={(Object.keys(looks) as (keyof typeof looks)[]).map((look) => ({
            href: looks[look] === '' ? '/operations/incidents' : `/operations/incidents?${looks[look]}`,
            label: t(`looks.${look}`),
            current: looks[look] === current,
          }))}
        />
      </div>
      {groups.length > 0 ? (
        <IncidentGroups groups={groups} repairs={holds(actor, 'instances.repair')} />
      ) : (
        <Card>
          <EmptyState
            icon={<CircleCheck aria-hidden />}
            title={t(tiles.open === 0 ? 'emptyTitle' : 'noneTitle')}
            description={
              tiles.lastAt === null
                ? t('emptyNever')
                : t.rich('emptyText', { when: () => <RelativeTime at={tiles.lastAt ?? ''} /> })
            }
          />
        </Card>
      )}
    </Page>
  );
}
