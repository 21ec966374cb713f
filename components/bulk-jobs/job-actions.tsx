'use client';

import { Ban, Pause, Play, RotateCcw } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { AlertDialog } from '@/components/ui/alert-dialog';
import { Button } from '@/components/ui/button';
import { notify } from '@/components/ui/toast';
import {
  cancelRestAction,
  pauseJobAction,
  resumeJobAction,
  retryFailedAction,
  startJobAction,
} from '@/lib/bulk-jobs/actions';
import type { JobDetail } from '@/lib/bulk-jobs/schema';

/** Milliseconds between two looks at a job that works. */
const lookEvery = 1_500;

/** What can be done with a job now; it also keeps the page current while the job works. */
export function JobActions({ job }: { job: JobDetail }) {
  const t = useTranslations('bulkJobs');
  const router = useRouter();
  const [busy, setBusy] = useState<string | null>(null);
  const { id, status, counts } = job;
  const works = status === 'running' || counts.running > 0;

  useEffect(() => {
    if (!works) return;
    const look = setInterval(() => {
      if (!document.hidden) router.refresh();
    }, lookEvery);
    return () => clearInterval(look);
  }, [works, router]);

  async function run(what: string, action: typeof startJobAction): Promise<boolean> {
    setBusy(what);
    const result = await action(id).catch(() => null);
    setBusy(null);
    if (result?.ok) router.refresh();
    else
      notify({
        tone: 'danger',
        title: t('failed'),
        description: result?.refusal.message ?? t('unreachable'),
      });
    return result?.ok === true;
  }

  return (
    <>
      {status === 'prepared' ? (
        <Button
          variant="primary"
          icon={<Play aria-hidden />}
          busy={busy === 'start'}
          onClick={() => void run('start', startJobAction)}
        >
          {t('actions.start')}
        </Button>
      ) : null}
      {status === 'running' ? (
        <Button
          icon={<Pause aria-hidden />}
          busy={busy === 'pause'}
          onClick={() => void run('pause', pauseJobAction)}
        >
          {t('actions.pause')}
        </Button>
      ) : null}
      {status === 'paused' ? (
        <Button
          variant="primary"
          icon={<Play aria-hidden />}
          busy={busy === 'resume'}
          onClick={() => void run('resume', resumeJobAction)}
        >
          {t('actions.resume')}
        </Button>
      ) : null}
      {counts.failed > 0 && status !== 'running' ? (
        <Button
          icon={<RotateCcw aria-hidden />}
          busy={busy === 'retry'}
          onClick={() => void run('retry', retryFailedAction)}
        >
          {t('actions.retry', { count: counts.failed })}
        </Button>
      ) : null}
      {status === 'running' || status === 'paused' ? (
        <AlertDialog
          trigger={
            <Button variant="danger-quiet" icon={<Ban aria-hidden />}>
              {t('actions.cancel')}
            </Button>
          }
          title={t('cancelTitle', { count: counts.pending })}
          description={t('cancelText')}
          confirmLabel={t('actions.cancel')}
          cancelLabel={t('keep')}
          tone="danger"
          onConfirm={() => run('cancel', cancelRestAction)}
        />
      ) : null}
    </>
  );
}
