import { ChevronRight } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';

export type PageHeaderProps = {
  title: ReactNode;
  /** Beside the title: a status mark, a version. */
  mark?: ReactNode;
  description?: ReactNode;
  /** A line of facts under the title. */
  meta?: ReactNode;
  actions?: ReactNode;
  /** The way here, outermost first; the present page is not in it. */
  trail?: readonly { href: string; label: string }[];
};

/** The head of a page: where it is, what it is, what can be done. */
export function PageHeader({ title, mark, description, meta, actions, trail }: PageHeaderProps) {
  const t = useTranslations('ui');
  return (
    <header className="mb-5 sm:mb-6">
      {trail && trail.length > 0 ? (
        <nav aria-label={t('trail')} className="mb-1.5">
          <ol className="flex flex-wrap items-center gap-1 text-sm text-muted">
            {trail.map((crumb) => (
              <li key={crumb.href} className="flex items-center gap-1">
                <Link
                  href={crumb.href}
                  className="rounded-sm transition-colors hover:text-ink pointer-coarse:py-2"
                >
                  {crumb.label}
                </Link>
                <ChevronRight aria-hidden className="size-3.5 text-faint" />
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="min-w-0 text-xl font-semibold wrap-break-word">{title}</h1>
            {mark}
          </div>
          {description ? <p className="mt-1 max-w-160 text-base text-muted">{description}</p> : null}
          {meta ? (
            <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">{meta}</div>
          ) : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2 max-sm:w-full">{actions}</div> : null}
      </div>
    </header>
  );
}
