import { useTranslations } from 'next-intl';
import { classNames } from '@/components/ui/class-names';
import type { JobRow } from '@/lib/bulk-jobs/schema';

/** In the order of the bar; what has not begun is its empty end. */
const parts = [
  { name: 'done', colour: 'bg-positive' },
  { name: 'refused', colour: 'bg-caution' },
  { name: 'failed', colour: 'bg-danger' },
  { name: 'running', colour: 'bg-accent' },
  { name: 'cancelled', colour: 'bg-line-strong' },
] as const;

/** How far a job has come: a bar, and the same in words. */
export function JobProgress({
  job,
  className,
}: {
  job: Pick<JobRow, 'total' | 'counts'>;
  className?: string;
}) {
  const t = useTranslations('bulkJobs');
  const { total, counts } = job;
  const shown = parts.filter(({ name }) => counts[name] > 0);
  return (
    <div className={classNames('min-w-0', className)}>
      <div
        role="progressbar"
        aria-label={t('progress')}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={total - counts.pending - counts.running}
        className="flex h-2 w-full overflow-hidden rounded-full bg-sunken"
      >
        {shown.map(({ name, colour }) => (
          <span key={name} className={colour} style={{ width: `${(counts[name] / total) * 100}%` }} />
        ))}
      </div>
      <p className="mt-1.5 flex flex-wrap gap-x-3 gap-y-0.5 text-sm text-muted tabular-nums">
        {shown.map(({ name }) => (
          <span key={name}>{t(`counts.${name}`, { count: counts[name] })}</span>
        ))}
        {counts.pending > 0 ? <span>{t('counts.pending', { count: counts.pending })}</span> : null}
      </p>
    </div>
  );
}
