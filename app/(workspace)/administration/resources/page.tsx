import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { ResourceDialog } from '@/components/resources/resource-dialog';
import { ResourcesTable } from '@/components/resources/resources-table';
import { Page } from '@/components/shell/page';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { listResources, listSharedResources } from '@/lib/resources/queries';
import { requireActor } from '@/lib/session/session';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('resources');
  return { title: t('title') };
}

/** What activities share and only bears so much at a time: capacities, what runs and what waits for room. */
export default async function ResourcesPage() {
  const [actor, t] = await Promise.all([requireActor(), getTranslations('resources')]);
  const [found, shared] = await Promise.all([listResources(actor), listSharedResources(actor)]);
  if (!found.ok || !shared.ok) notFound();
  return (
    <Page>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={<ResourceDialog shared={shared.value} />}
      />
      {found.value.length === 0 ? (
        <EmptyState title={t('emptyTitle')} description={t('emptyText')} />
      ) : (
        <ResourcesTable rows={found.value} />
      )}
    </Page>
  );
}
