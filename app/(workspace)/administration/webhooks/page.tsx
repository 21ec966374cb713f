import { Webhook } from 'lucide-react';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { NewSource } from '@/components/administration/source-actions';
import { SourcesTable } from '@/components/administration/sources-table';
import { Page } from '@/components/shell/page';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { requireActor } from '@/lib/session/session';
import { listSources } from '@/lib/webhooks/queries';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('administration.webhooks');
  return { title: t('title') };
}

/** Addresses at which partners call. */
export default async function WebhooksPage() {
  const [actor, t] = await Promise.all([requireActor(), getTranslations('administration.webhooks')]);
  const found = await listSources(actor);
  if (!found.ok) notFound();
  return (
    <Page>
      <PageHeader title={t('title')} description={t('description')} actions={<NewSource />} />
      {found.value.length > 0 ? (
        <SourcesTable rows={found.value} />
      ) : (
        <Card>
          <EmptyState icon={<Webhook aria-hidden />} title={t('emptyTitle')} description={t('emptyText')} />
        </Card>
      )}
    </Page>
  );
}
