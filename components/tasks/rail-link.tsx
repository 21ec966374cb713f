import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { countedTo, countText } from './count-text';

/** One list in the rail of the inbox, with how many tasks it has. */
export function RailLink({
  href,
  label,
  mark,
  count,
  title,
  current,
}: {
  href: string;
  label: string;
  mark: ReactNode;
  count?: number | undefined;
  /** More about it, shown on hover and read out after its name. */
  title?: string | undefined;
  current: boolean;
}) {
  const t = useTranslations('inbox.views');
  return (
    <Link
      href={href}
      title={title}
      aria-current={current ? 'page' : undefined}
      className={classNames(
        'flex h-9 min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-sm font-medium transition-colors pointer-coarse:h-11',
        current
          ? 'bg-surface text-ink shadow-control ring-1 ring-line'
          : 'text-muted hover:bg-hover hover:text-ink',
      )}
    >
      {mark}
      <span className="flex-1 truncate">{label}</span>
      {count ? (
        <span className="text-xs text-muted tabular-nums">
          <span aria-hidden>{countText(count)}</span>
          <span className="sr-only">{t('count', { count: Math.min(count, countedTo) })}</span>
        </span>
      ) : null}
    </Link>
  );
}
