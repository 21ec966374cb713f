'use client';

import { useTranslations } from 'next-intl';
import { classNames } from '@/components/ui/class-names';
import { Tooltip } from '@/components/ui/tooltip';
import { useLiveStatus, type LiveStatus } from './live-connection';

const dots: Readonly<Record<LiveStatus, string>> = {
  live: 'bg-positive',
  connecting: 'bg-faint',
  offline: 'bg-caution',
};

/** Says whether the page shows changes as they happen. */
export function LiveMark() {
  const t = useTranslations('shell.live');
  const status = useLiveStatus();
  if (!status) return null;
  return (
    <Tooltip content={t(`${status}Hint`)} side="bottom">
      <span
        role="status"
        tabIndex={0}
        className="flex h-8 items-center gap-2 rounded-md px-2 text-sm text-muted"
      >
        <span className="relative grid size-2 place-items-center">
          {status === 'live' ? (
            <span aria-hidden className="absolute size-2 animate-pulse-ring rounded-full bg-positive" />
          ) : null}
          <span aria-hidden className={classNames('size-2 rounded-full', dots[status])} />
        </span>
        <span className={status === 'live' ? 'max-md:sr-only' : 'max-sm:sr-only'}>{t(status)}</span>
      </span>
    </Tooltip>
  );
}
