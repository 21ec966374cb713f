import { KeyRound } from 'lucide-react';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { KeysTable, NewKey } from '@/components/administration/keys-table';
import { Page } from '@/components/shell/page';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { listKeys } from '@/lib/people/queries';
import { requireActor } from '@/lib/session/session';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('administration.keys');
  return { title: t('title') };
}

/** Keys of the HTTP API and of workers elsewhere. */
export default async function KeysPage() {
  const [actor, t] = await Promise.all([requireActor(), getTranslations('administration.keys')]);
  const found = await listKeys(actor);
  if (!found.ok) notFound();
  return (
    <Page>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={<NewKey grantable={actor.permissions} />}
      />
      {found.value.length > 0 ? (
        <KeysTable rows={found.value} />
      ) : (
        <Card>
          <EmptyState icon={<KeyRound aria-hidden />} title={t('emptyTitle')} description={t('emptyText')} />
        </Card>
      )}
    </Page>
  );
}
