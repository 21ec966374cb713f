'use client';

import { Hand, Undo2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { useShortcut } from '@/components/shell/shortcuts';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Tooltip } from '@/components/ui/tooltip';
import { notify } from '@/components/ui/toast';
import { claimTaskAction, releaseTaskAction } from '@/lib/tasks/actions';
import type { TaskDetail } from '@/lib/tasks/schema';

/** Taking the task so that others leave it alone, and giving it back. Deciding needs neither. */
export function ClaimButtons({ task, className }: { task: TaskDetail; className?: string }) {
  const t = useTranslations('task');
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  async function move(what: 'claim' | 'release') {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    try {
      const result = await (what === 'claim' ? claimTaskAction(task.id) : releaseTaskAction(task.id));
      if (!result.ok)
        notify({ tone: 'caution', title: t(`${what}Failed`), description: result.refusal.message });
    } catch {
      notify({ tone: 'danger', title: t(`${what}Failed`), description: t('unreachable') });
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  if (!task.mayClaim && !task.mayRelease) return null;
  return (
    <div className={classNames('flex gap-2', className)}>
      {task.mayClaim ? <ClaimKey run={() => void move('claim')} /> : null}
      {task.mayClaim ? (
        <Tooltip content={t('claimHint')} keys={['c']}>
          <Button size="sm" icon={<Hand aria-hidden />} busy={busy} onClick={() => void move('claim')}>
            {t('claim')}
          </Button>
        </Tooltip>
      ) : null}
      {task.mayRelease ? (
        <Tooltip content={t('releaseHint')}>
          <Button size="sm" icon={<Undo2 aria-hidden />} busy={busy} onClick={() => void move('release')}>
            {t('release')}
          </Button>
        </Tooltip>
      ) : null}
    </div>
  );
}

function ClaimKey({ run }: { run: () => void }) {
  const t = useTranslations('task');
  useShortcut(['c'], t('keys.claim'), run);
  return null;
}
