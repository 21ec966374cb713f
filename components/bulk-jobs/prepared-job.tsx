import { useTranslations } from 'next-intl';
import { InstanceStatusMark } from '@/components/instances/instance-status';
import type { JobDetail } from '@/lib/bulk-jobs/schema';
import { JobAction } from './job-words';

/** What a prepared job would do: to how many, and to which of them it would mean nothing now. */
export function PreparedJob({ job }: { job: JobDetail }) {
  const t = useTranslations('bulkJobs');
  const fitting = job.preview.filter(({ fits }) => fits).reduce((sum, { count }) => sum + count, 0);
  return (
    <section aria-label={t('preview.title')}>
      <p className="text-base text-ink">
        <strong className="font-semibold">
          <JobAction order={job.order} />
        </strong>
        {' · '}
        {t('preview.summary', { total: job.total, fitting })}
      </p>
      <ul className="mt-3 divide-y divide-line rounded-lg border border-line">
        {job.preview.map(({ status, count, fits }) => (
          <li
            key={status ?? 'archived'}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm"
          >
            <span className="w-14 text-right font-medium text-ink tabular-nums">{count}</span>
            {status === null ? t('archived') : <InstanceStatusMark status={status} />}
            <span className="ml-auto text-muted">{t(fits ? 'preview.fits' : 'preview.refused')}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">{t('preview.frozen')}</p>
    </section>
  );
}
