import { CornerDownRight } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { classNames } from '@/components/ui/class-names';
import { RelativeTime } from '@/components/ui/relative-time';
import type { AtDeadline } from '@/lib/deadlines/at-deadline-schema';
import { useRungWords } from './rung-words';

export type AtDeadlineLineProps = {
  /** Null: nothing happens by itself. */
  atDeadline: AtDeadline | null;
  /** The deadline itself; what happens later than that says when. Null for a wait, which has only what happens. */
  dueAt: string | null;
  className?: string;
};

/** What happens by itself when nobody decides before the deadline; nothing where there is none. */
export function AtDeadlineLine({ atDeadline, dueAt, className }: AtDeadlineLineProps) {
  const t = useTranslations('deadlines');
  const words = useRungWords();
  if (atDeadline === null && dueAt === null) return null;
  const what = atDeadline === null ? t('staysOpen') : words(atDeadline);
  const later = atDeadline !== null && atDeadline.at !== dueAt;
  return (
    <span className={classNames('flex min-w-0 items-start gap-1 text-xs text-muted', className)} title={what}>
      <CornerDownRight aria-hidden className="mt-0.5 size-3 shrink-0 text-faint" />
      <span className="line-clamp-2 min-w-0 whitespace-normal">
        {later
          ? t.rich('next', { what, when: () => <RelativeTime at={atDeadline.at} focusable={false} /> })
          : t('then', { what })}
      </span>
    </span>
  );
}
