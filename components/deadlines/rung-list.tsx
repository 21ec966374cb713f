'use client';

import { ArrowUpRight, Bell, Check, Forward, LogOut } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { classNames } from '@/components/ui/class-names';
import { RelativeTime } from '@/components/ui/relative-time';
import type { RungRow } from '@/lib/deadlines/schema';
import { useInstantWords } from './instant-words';
import { useRungWords } from './rung-words';

const icons = { remind: Bell, reassign: Forward, escalate: ArrowUpRight, transition: LogOut } as const;

/** What has happened at a deadline and what will, unless somebody decides first. */
export function RungList({ rungs, timeZone }: { rungs: readonly RungRow[]; timeZone: string }) {
  const t = useTranslations('deadlines');
  const words = useInstantWords(timeZone);
  const describe = useRungWords();
  return (
    <ol aria-label={t('timeline')} className="mt-3 border-l border-line pl-0">
      {rungs.map((rung) => {
        const acted = rung.actedAt !== null;
        const Icon = acted ? Check : icons[rung.action];
        return (
          <li key={rung.timer} className="relative flex items-start gap-2.5 py-1 pl-5 text-sm">
            <span
              aria-hidden
              className={classNames(
                'absolute top-1.5 -left-2 grid size-4 place-items-center rounded-full bg-surface [&_svg]:size-3.5',
                acted ? 'text-positive' : 'text-faint',
              )}
            >
              <Icon />
            </span>
            <span className={classNames('min-w-0', acted ? 'text-muted' : 'text-ink')}>
              <span suppressHydrationWarning className="font-medium tabular-nums">
                {words.plain(rung.actedAt ?? rung.at)}
              </span>{' '}
              <span>{describe(rung)}</span>{' '}
              {acted ? (
                <span className="text-faint">{t('done')}</span>
              ) : (
                <RelativeTime at={rung.at} focusable={false} className="text-faint" />
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
