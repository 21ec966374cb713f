'use client';

import { Pause, Play } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { StatusMark } from '@/components/ui/status-mark';
import type { Result } from '@/lib/people/refusal';
import { ConfirmButton } from './confirm-button';

/** Stops something that works by itself, or starts it again, after asking. @param text what stopping it means */
export function ActivitySwitch({
  name,
  active,
  text,
  set,
}: {
  name: string;
  active: boolean;
  text: string;
  set: (active: boolean) => Promise<Result<unknown>>;
}) {
  const t = useTranslations('administration.switch');
  return active ? (
    <ConfirmButton
      trigger={
        <Button size="sm" icon={<Pause aria-hidden />}>
          {t('stop')}
        </Button>
      }
      title={t('stopTitle', { name })}
      text={text}
      confirm={t('stop')}
      done={t('stopped', { name })}
      run={() => set(false)}
    />
  ) : (
    <ConfirmButton
      trigger={
        <Button size="sm" icon={<Play aria-hidden />}>
          {t('start')}
        </Button>
      }
      title={t('startTitle', { name })}
      text={t('startText')}
      confirm={t('start')}
      done={t('started', { name })}
      run={() => set(true)}
    />
  );
}

/** Whether it works now. */
export function ActivityState({ active }: { active: boolean }) {
  const t = useTranslations('administration.switch');
  return active ? (
    <StatusMark shape="active" tone="positive">
      {t('active')}
    </StatusMark>
  ) : (
    <StatusMark shape="paused" tone="neutral">
      {t('paused')}
    </StatusMark>
  );
}
