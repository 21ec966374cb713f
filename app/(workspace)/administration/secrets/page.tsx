import { LockKeyhole } from 'lucide-react';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { NewSecret, SecretsTable } from '@/components/secrets/secrets-table';
import { Page } from '@/components/shell/page';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { listSecrets } from '@/lib/secrets/queries';
import { requireActor } from '@/lib/session/session';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('secrets');
  return { title: t('title') };
}

/** What activities send and nobody reads: names, who uses them, and when each was changed. */
export default async function SecretsPage() {
  const [actor, t] = await Promise.all([requireActor(), getTranslations('secrets')]);
  const found = await listSecrets(actor);
  if (!found.ok) notFound();
  return (
    <Page>
      <PageHeader title={t('title')} description={t('description')} actions={<NewSecret />} />
      {found.value.length > 0 ? (
        <SecretsTable rows={found.value} />
      ) : (
        <Card>
          <EmptyState
            icon={<LockKeyhole aria-hidden />}
            title={t('emptyTitle')}
            description={t('emptyText')}
          />
        </Card>
      )}
    </Page>
  );
}
