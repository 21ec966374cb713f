import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { buttonClass } from './button-styles';
import { LinkButton } from './link-button';

/** Previous and next page of a list by cursor. A missing address disables its side; without both nothing is drawn. */
export function CursorPagination({
  previousHref,
  nextHref,
  summary,
}: {
  previousHref?: string;
  nextHref?: string;
  /** For instance "50 per page". */
  summary?: string;
}) {
  const t = useTranslations('ui');
  if (!previousHref && !nextHref) return null;
  return (
    <nav aria-label={t('pages')} className="flex items-center gap-2 py-3">
      {summary ? <p className="text-sm text-muted">{summary}</p> : null}
      <div className="ml-auto flex gap-2">
        <PageLink href={previousHref} label={t('previous')} icon={<ChevronLeft aria-hidden />} />
        <PageLink href={nextHref} label={t('next')} iconAfter={<ChevronRight aria-hidden />} />
      </div>
    </nav>
  );
}

function PageLink({
  href,
  label,
  icon,
  iconAfter,
}: {
  href?: string;
  label: string;
  icon?: ReactNode;
  iconAfter?: ReactNode;
}) {
  if (!href) {
    return (
      <span aria-disabled="true" data-disabled="" className={buttonClass({ size: 'sm' })}>
        {icon}
        {label}
        {iconAfter}
      </span>
    );
  }
  return (
    <LinkButton href={href} size="sm" icon={icon}>
      {label}
      {iconAfter}
    </LinkButton>
  );
}
