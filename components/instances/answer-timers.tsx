import { Clock } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { ExactTime, RelativeTime } from '@/components/ui/relative-time';
import type { TimerRow } from '@/lib/instances/timers';

/** What happens by itself and when, unless something else comes first: the next three timers. */
export function AnswerTimers({ timers }: { timers: readonly TimerRow[] }) {
  const t = useTranslations('instance.timers');
  return (
    <div className="mt-3">
      <h2 className="text-sm text-muted">{t('title')}</h2>
      <ul className="mt-1 space-y-0.5 text-base">
        {timers.slice(0, 3).map((timer) => (
          <li key={timer.key} className="flex items-start gap-1.5">
            <Clock aria-hidden className="mt-[3px] size-3.5 text-faint" />
            <span>
              {t.rich(timer.action, {
                when: () => <RelativeTime distant at={timer.dueAt} className="font-medium" />,
                exact: () => <ExactTime at={timer.dueAt} />,
              })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
