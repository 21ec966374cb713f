import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { RuleDialog } from '@/components/rules/rule-form';
import { RulesTable } from '@/components/rules/rules-table';
import { Page } from '@/components/shell/page';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { listRules } from '@/lib/rules/queries';
import { requireActor } from '@/lib/session/session';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('rules');
  return { title: t('title') };
}

/** Values that processes use, with the time for which they hold. */
export default async function RulesPage() {
  const [actor, t] = await Promise.all([requireActor(), getTranslations('rules')]);
  const found = await listRules(actor);
  if (!found.ok) notFound();
  return (
    <Page>
      <PageHeader title={t('title')} description={t('description')} actions={<RuleDialog />} />
      {found.value.length === 0 ? (
        <EmptyState title={t('emptyTitle')} description={t('emptyText')} />
      ) : (
        <RulesTable rows={found.value} />
      )}
    </Page>
  );
}
