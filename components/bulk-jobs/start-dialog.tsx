'use client';

import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { type FormEvent, useId, useState } from 'react';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { prepareJobAction, startJobAction } from '@/lib/bulk-jobs/actions';
import type { JobDetail, Selection } from '@/lib/bulk-jobs/schema';
import { emptyOrder, type OfferedAction, orderFrom, type OrderDraft } from './order-draft';
import { OrderFields } from './order-fields';
import { PreparedJob } from './prepared-job';

export type StartDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The ticked ids, or the list's filter: exactly what the list beside it shows. */
  selection: Selection;
  /** The action that is chosen first. */
  action?: OfferedAction;
};

/**
 * Does something to many instances: first what and why, then what the job would do, to a list that is frozen from then on;
 * only the second step starts it.
 */
export function StartDialog({ open, onOpenChange, selection, action = 'retry' }: StartDialogProps) {
  const t = useTranslations('bulkJobs');
  const form = useId();
  const router = useRouter();
  const [draft, setDraft] = useState<OrderDraft>(() => emptyOrder(action));
  const [job, setJob] = useState<JobDetail | null>(null);
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const read = orderFrom(draft);

  function change(next: boolean) {
    if (busy) return;
    if (!next) {
      setJob(null);
      setAsked(false);
      setProblem(null);
    }
    onOpenChange(next);
  }

  async function attempt(work: () => ReturnType<typeof startJobAction>): Promise<JobDetail | null> {
    setBusy(true);
    setProblem(null);
    const result = await work().catch(() => null);
    setBusy(false);
    if (result?.ok) return result.value;
    setProblem(result?.refusal.message ?? t('unreachable'));
    return null;
  }

  async function prepare(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (busy || !read.ok) return;
    const { value } = read;
    const prepared = await attempt(() => prepareJobAction({ ...value, selection }));
    if (prepared) setJob(prepared);
  }

  async function start(prepared: JobDetail) {
    const started = await attempt(() => startJobAction(prepared.id));
    if (started) router.push(`/operations/jobs/${started.id}`);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={t('dialog.title')}
      description={t('dialog.text')}
      footer={
        job === null ? (
          <>
            <Button onClick={() => change(false)}>{t('dialog.close')}</Button>
            <Button type="submit" form={form} variant="primary" busy={busy}>
              {t('dialog.preview')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => setJob(null)}>{t('dialog.back')}</Button>
            <Button
              variant={job.order.action === 'cancel' ? 'danger' : 'primary'}
              busy={busy}
              onClick={() => void start(job)}
            >
              {t('dialog.start', { count: job.total })}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {job === null ? (
          <form
            id={form}
            noValidate
            onSubmit={(event) => void prepare(event)}
            className="flex flex-col gap-4"
          >
            <OrderFields draft={draft} onChange={setDraft} errors={asked && !read.ok ? read.errors : {}} />
            <button type="submit" hidden />
          </form>
        ) : (
          <PreparedJob job={job} />
        )}
        {problem === null ? null : (
          <Banner tone="danger" title={t('failed')} live>
            {problem}
          </Banner>
        )}
      </div>
    </Dialog>
  );
}
