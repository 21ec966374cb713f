import { FilePlus2 } from 'lucide-react';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Page } from '@/components/shell/page';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { listStartable } from '@/lib/definitions/queries';
import { requireActor } from '@/lib/session/session';
import { Catalogue } from './_components/catalogue';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('start');
  return { title: t('title') };
}

/** The catalogue: everything that the actor may start. */
export default async function StartPage() {
  const [actor, t] = await Promise.all([requireActor(), getTranslations('start')]);
  const found = await listStartable(actor);
  const entries = found.ok
    ? found.value.map(({ key, name, description }) => ({ key, name, description }))
    : [];
  return (
    <Page>
      <PageHeader title={t('title')} description={t('description')} />
      {entries.length > 0 ? (
        <Catalogue entries={entries} />
      ) : (
        <Card>
          <EmptyState icon={<FilePlus2 aria-hidden />} title={t('none')} description={t('noneText')} />
        </Card>
      )}
    </Page>
  );
}
