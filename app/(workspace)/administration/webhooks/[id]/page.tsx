import { Inbox } from 'lucide-react';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { ActivityState } from '@/components/administration/activity-switch';
import { addressOf, type ListQuery, parameter } from '@/components/administration/address';
import { Pages } from '@/components/administration/pages';
import { SourceActions } from '@/components/administration/source-actions';
import { ReceivedTable } from '@/components/administration/sources-table';
import { Page } from '@/components/shell/page';
import { Card } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';
import { EmptyState } from '@/components/ui/empty-state';
import { JsonView } from '@/components/ui/json-view';
import { PageHeader } from '@/components/ui/page-header';
import { TabLinks } from '@/components/ui/tab-links';
import { requireActor } from '@/lib/session/session';
import { getSource, listReceived } from '@/lib/webhooks/queries';

type Props = { params: Promise<{ id: string }>; searchParams: Promise<ListQuery> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('administration.webhooks');
  return { title: t('title') };
}

const results = ['accepted', 'ignored', 'refused'] as const;

/** One address: what its deliveries become, and what came. */
export default async function WebhookPage({ params, searchParams }: Props) {
  const [actor, { id }, query, t] = await Promise.all([
    requireActor(),
    params,
    searchParams,
    getTranslations('administration.webhooks'),
  ]);
  const result = results.find((one) => one === parameter(query, 'result'));
  const cursor = parameter(query, 'cursor');
  const [source, found] = await Promise.all([
    getSource(actor, id),
    listReceived(actor, id, { ...(result && { result }), cursor }),
  ]);
  if (!source.ok || !found.ok) notFound();
  const { name, address, active, mapping } = source.value;
  const path = `/administration/webhooks/${id}`;
  return (
    <Page>
      <PageHeader
        trail={[{ href: '/administration/webhooks', label: t('title') }]}
        title={name}
        mark={<ActivityState active={active} />}
        meta={
          <span className="inline-flex min-w-0 items-center">
            <code className="font-mono text-sm break-all">{address}</code>
            <CopyButton value={address} label={t('copyAddress')} />
          </span>
        }
        actions={<SourceActions source={source.value} />}
      />
      <JsonView value={mapping} label={t('mapping')} />
      <h2 className="mt-8 mb-2 text-md font-semibold">{t('received.title')}</h2>
      <TabLinks
        label={t('received.title')}
        items={[undefined, ...results].map((one) => ({
          href: addressOf(path, { result: one }),
          label: t(`received.filters.${one ?? 'all'}`),
          current: one === result,
        }))}
      />
      <div className="mt-4">
        {found.value.items.length > 0 ? (
          <ReceivedTable rows={found.value.items} />
        ) : (
          <Card>
            <EmptyState
              icon={<Inbox aria-hidden />}
              title={t('received.noneTitle')}
              description={t('received.noneText')}
            />
          </Card>
        )}
        <Pages path={path} parameters={{ result }} cursor={cursor} next={found.value.next} />
      </div>
    </Page>
  );
}
