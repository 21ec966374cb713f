import type { Metadata } from 'next';
import { getFormatter, getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { ItemTable } from '@/components/bulk-jobs/item-table';
import { JobActions } from '@/components/bulk-jobs/job-actions';
import { JobProgress } from '@/components/bulk-jobs/job-progress';
import { JobAction, JobStatusMark } from '@/components/bulk-jobs/job-words';
import { PreparedJob } from '@/components/bulk-jobs/prepared-job';
import { Page } from '@/components/shell/page';
import { Banner } from '@/components/ui/banner';
import { Card } from '@/components/ui/card';
import { CursorPagination } from '@/components/ui/cursor-pagination';
import { DescriptionList } from '@/components/ui/description-list';
import { PageHeader } from '@/components/ui/page-header';
import { TabLinks } from '@/components/ui/tab-links';
import { getJob, listItems } from '@/lib/bulk-jobs/queries';
import { itemStatusSchema, type JobDetail } from '@/lib/bulk-jobs/schema';
import { requireActor } from '@/lib/session/session';

type Props = {
  params: Promise<{ jobId: string }>;
  searchParams: Promise<{ result?: string | string[]; cursor?: string | string[] }>;
};

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('bulkJobs');
  return { title: t('one') };
}

/** One job: what it does and why, how far it is, and what became of each instance. */
export default async function JobPage({ params, searchParams }: Props) {
  const [actor, { jobId }, query, t] = await Promise.all([
    requireActor(),
    params,
    searchParams,
    getTranslations('bulkJobs'),
  ]);
  const result = itemStatusSchema.safeParse([query.result ?? []].flat()[0]).data;
  const cursor = [query.cursor ?? []].flat()[0];
  const [found, listed] = await Promise.all([
    getJob(actor, jobId),
    listItems(actor, jobId, { cursor, ...(result && { status: result }) }),
  ]);
  if (!found.ok) notFound();
  const job = found.value;
  const page = listed.ok ? listed.value : { items: [], next: null };
  return (
    <Page>
      <PageHeader
        trail={[{ href: '/operations/jobs', label: t('title') }]}
        title={<JobAction order={job.order} />}
        mark={<JobStatusMark status={job.status} counts={job.counts} look="pill" />}
        description={job.reason}
        actions={<JobActions job={job} />}
      />
      {job.pausedBecause === null ? null : (
        <Banner tone="caution" shape="paused" title={t(`paused.${job.pausedBecause}`)} className="mb-4">
          {t(`pausedText.${job.pausedBecause}`)}
        </Banner>
      )}
      <Card className="mb-5 flex flex-col gap-5 p-4">
        {job.status === 'prepared' ? <PreparedJob job={job} /> : <JobProgress job={job} />}
        <JobFacts job={job} />
      </Card>
      <TabLinks label={t('items')} items={tabs(job, result, t)} />
      <div className="mt-4">
        {page.items.length > 0 ? (
          <ItemTable rows={page.items} />
        ) : (
          <p className="py-8 text-center text-base text-muted">{t('noneHere')}</p>
        )}
        <CursorPagination
          previousHref={cursor === undefined ? undefined : address(jobId, result)}
          nextHref={page.next === null ? undefined : address(jobId, result, page.next)}
        />
      </div>
    </Page>
  );
}

async function JobFacts({ job }: { job: JobDetail }) {
  const [t, format] = await Promise.all([getTranslations('bulkJobs.facts'), getFormatter()]);
  const at = (instant: string | null) =>
    instant === null ? '–' : format.dateTime(new Date(instant), { dateStyle: 'medium', timeStyle: 'short' });
  const items = [
    { label: t('total'), value: job.total },
    { label: t('by'), value: job.createdBy.name },
    { label: t('started'), value: at(job.startedAt) },
    { label: t('closed'), value: at(job.closedAt) },
    { label: t('chosen'), value: t('ids' in job.selection ? 'ticked' : 'filtered') },
    { label: t('canary'), value: job.canary ?? '–' },
    { label: t('stopAfter'), value: job.stopAfter ?? '–' },
    { label: t('perMinute'), value: job.perMinute ?? t('unlimited') },
  ];
  return <DescriptionList items={items} />;
}

type Words = Awaited<ReturnType<typeof getTranslations<'bulkJobs'>>>;

function tabs(job: JobDetail, current: string | undefined, t: Words) {
  const results = ['failed', 'refused', 'done', 'pending', 'cancelled'] as const;
  return [
    { href: address(job.id), label: t('all'), count: job.total, current: current === undefined },
    ...results
      .filter((result) => job.counts[result] > 0 || current === result)
      .map((result) => ({
        href: address(job.id, result),
        label: t(`results.${result}`),
        count: job.counts[result],
        current: current === result,
      })),
  ];
}

function address(id: string, result?: string, cursor?: string): string {
  const search = new URLSearchParams({ ...(result && { result }), ...(cursor && { cursor }) });
  return `/operations/jobs/${id}${search.size > 0 ? `?${search}` : ''}`;
}
