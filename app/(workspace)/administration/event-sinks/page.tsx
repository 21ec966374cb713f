import { CircleCheck, Radio } from 'lucide-react';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { addressOf, type ListQuery, parameter } from '@/components/administration/address';
import { DeliveriesTable } from '@/components/administration/deliveries-table';
import { Pages } from '@/components/administration/pages';
import { NewSink, SinksTable } from '@/components/administration/sinks-table';
import { Page } from '@/components/shell/page';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { TabLinks } from '@/components/ui/tab-links';
import { listDeliveries, listSinks } from '@/lib/event-sinks/queries';
import { requireActor } from '@/lib/session/session';

const path = '/administration/event-sinks';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('administration.eventSinks');
  return { title: t('title') };
}

/** Who hears of events, and what they have not got. */
export default async function EventSinksPage({ searchParams }: { searchParams: Promise<ListQuery> }) {
  const [actor, query, t] = await Promise.all([
    requireActor(),
    searchParams,
    getTranslations('administration.eventSinks'),
  ]);
  const state = parameter(query, 'state') === 'pending' ? 'pending' : 'dead';
  const cursor = parameter(query, 'cursor');
  const [sinks, found] = await Promise.all([listSinks(actor), listDeliveries(actor, { state, cursor })]);
  if (!sinks.ok || !found.ok) notFound();
  const names = Object.fromEntries(sinks.value.map(({ id, name }) => [id, name]));
  return (
    <Page>
      <PageHeader title={t('title')} description={t('description')} actions={<NewSink />} />
      {sinks.value.length > 0 ? (
        <SinksTable rows={sinks.value} />
      ) : (
        <Card>
          <EmptyState icon={<Radio aria-hidden />} title={t('emptyTitle')} description={t('emptyText')} />
        </Card>
      )}
      <h2 className="mt-8 mb-2 text-md font-semibold">{t('deliveries.title')}</h2>
      <TabLinks
        label={t('deliveries.title')}
        items={(['dead', 'pending'] as const).map((one) => ({
          href: addressOf(path, { state: one === 'dead' ? undefined : one }),
          label: t(`deliveries.states.${one}`),
          current: one === state,
        }))}
      />
      <div className="mt-4">
        {found.value.items.length > 0 ? (
          <DeliveriesTable rows={found.value.items} sinks={names} />
        ) : (
          <Card>
            <EmptyState
              icon={<CircleCheck aria-hidden />}
              title={t(`deliveries.none.${state}`)}
              description={t(`deliveries.noneText.${state}`)}
            />
          </Card>
        )}
        <Pages
          path={path}
          parameters={{ state: state === 'dead' ? undefined : state }}
          cursor={cursor}
          next={found.value.next}
        />
      </div>
    </Page>
  );
}
