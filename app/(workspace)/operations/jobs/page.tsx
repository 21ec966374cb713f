import { ListTodo } from 'lucide-react';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { JobTable } from '@/components/bulk-jobs/job-table';
import { Page } from '@/components/shell/page';
import { RefreshOnChange } from '@/components/shell/use-changes';
import { OperationsTabs } from '@/components/support/operations-tabs';
import { Card } from '@/components/ui/card';
import { CursorPagination } from '@/components/ui/cursor-pagination';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeader } from '@/components/ui/page-header';
import { listJobs } from '@/lib/bulk-jobs/queries';
import { requireActor } from '@/lib/session/session';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('bulkJobs');
  return { title: t('title') };
}

/** What was, or is being, done to many instances at once; the newest first. */
export default async function JobsPage({
  searchParams,
}: {
  searchParams: Promise<{ cursor?: string | string[] }>;
}) {
  const [actor, query, t] = await Promise.all([requireActor(), searchParams, getTranslations('bulkJobs')]);
  const cursor = [query.cursor ?? []].flat()[0];
  const found = await listJobs(actor, { cursor });
  if (!found.ok) notFound();
  const { items, next } = found.value;
  return (
    <Page width="wide">
      <RefreshOnChange every={2_000} />
      <PageHeader title={t('title')} description={t('description')} />
      <OperationsTabs current="jobs" repairs />
      {items.length > 0 ? (
        <JobTable rows={items} />
      ) : (
        <Card>
          <EmptyState
            icon={<ListTodo aria-hidden />}
            title={t('emptyTitle')}
            description={t('emptyText')}
            action={<LinkButton href="/instances">{t('emptyAction')}</LinkButton>}
          />
        </Card>
      )}
      <CursorPagination
        previousHref={cursor === undefined ? undefined : '/operations/jobs'}
        nextHref={next === null ? undefined : `/operations/jobs?${new URLSearchParams({ cursor: next })}`}
      />
    </Page>
  );
}
