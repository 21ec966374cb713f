'use client';

import { AlarmClock } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { RelativeTime } from '@/components/ui/relative-time';
import { notify } from '@/components/ui/toast';
import { snoozeTaskAction } from '@/lib/inbox/actions';
import { laterChoices, laterTime } from './later-times';

/** Puts the task off for the person alone, until it comes back by itself; or takes that back. */
export function SnoozeMenu({ taskId, until }: { taskId: string; until: string | null }) {
  const t = useTranslations('inbox.later');
  const [busy, setBusy] = useState(false);

  async function snooze(next: Date | null) {
    setBusy(true);
    try {
      const result = await snoozeTaskAction(taskId, next?.toISOString() ?? null);
      if (!result.ok) notify({ tone: 'caution', title: t('failed'), description: result.refusal.message });
      else notify({ tone: 'positive', title: t(next ? 'snoozed' : 'back') });
    } catch {
      notify({ tone: 'danger', title: t('failed'), description: t('unreachable') });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" variant="quiet" busy={busy} icon={<AlarmClock aria-hidden />}>
          {until === null
            ? t('label')
            : t.rich('until', { when: () => <RelativeTime at={until} focusable={false} /> })}
        </Button>
      }
    >
      {until === null ? null : <MenuItem onSelect={() => void snooze(null)}>{t('now')}</MenuItem>}
      {laterChoices.map((choice) => (
        <MenuItem key={choice} onSelect={() => void snooze(laterTime(choice, new Date()))}>
          {t(choice)}
        </MenuItem>
      ))}
    </Menu>
  );
}
