import type { StatusShape } from '@/components/ui/status-glyph';
import type { Tone } from '@/components/ui/tone';
import type { ItemRow, JobRow } from '@/lib/bulk-jobs/schema';

type Look = { readonly shape: StatusShape; readonly tone: Tone };

/** Shape and colour of a job's status; its word is `bulkJobs.statuses.<status>`. One that was not done everywhere asks for a look. */
export function jobLook(status: JobRow['status'], counts?: JobRow['counts']): Look {
  const notEverywhere = counts !== undefined && counts.failed + counts.refused > 0;
  return status === 'done' && notEverywhere ? { shape: 'attention', tone: 'caution' } : jobLooks[status];
}

const jobLooks: Readonly<Record<JobRow['status'], Look>> = {
  prepared: { shape: 'planned', tone: 'neutral' },
  running: { shape: 'active', tone: 'accent' },
  paused: { shape: 'paused', tone: 'caution' },
  done: { shape: 'done', tone: 'positive' },
  cancelled: { shape: 'cancelled', tone: 'neutral' },
};

/** Of what became of one instance; its word is `bulkJobs.results.<status>`. */
export const itemLooks: Readonly<Record<ItemRow['status'], Look>> = {
  pending: { shape: 'planned', tone: 'neutral' },
  running: { shape: 'active', tone: 'accent' },
  started: { shape: 'active', tone: 'accent' },
  done: { shape: 'done', tone: 'positive' },
  refused: { shape: 'cancelled', tone: 'caution' },
  failed: { shape: 'failed', tone: 'danger' },
  cancelled: { shape: 'cancelled', tone: 'neutral' },
};
