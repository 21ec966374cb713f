import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { NewRole, RolesTable } from '@/components/administration/roles-table';
import { Page } from '@/components/shell/page';
import { PageHeader } from '@/components/ui/page-header';
import { listRoles } from '@/lib/people/queries';
import { requireActor } from '@/lib/session/session';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('administration.roles');
  return { title: t('title') };
}

/** The roles of the organization and what they allow. */
export default async function RolesPage() {
  const [actor, t] = await Promise.all([requireActor(), getTranslations('administration.roles')]);
  const found = await listRoles(actor);
  if (!found.ok) notFound();
  return (
    <Page>
      <PageHeader title={t('title')} description={t('description')} actions={<NewRole />} />
      <RolesTable rows={found.value} />
    </Page>
  );
}
