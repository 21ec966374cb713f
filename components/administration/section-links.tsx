'use client';

import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { classNames } from '@/components/ui/class-names';
import type { Permission } from '@/lib/people/permissions';
import { sectionsFor } from './sections';

/** The administration's own navigation: a column on a desk, a line that scrolls on a phone. */
export function SectionLinks({ permissions }: { permissions: readonly Permission[] }) {
  const t = useTranslations('administration');
  const path = usePathname();
  return (
    <nav aria-label={t('navigation')} className="lg:w-48 lg:shrink-0">
      <ul className="flex gap-1 overflow-x-auto px-4 pt-4 sm:px-6 lg:sticky lg:top-14 lg:flex-col lg:px-0 lg:pt-8 lg:pl-8">
        {sectionsFor(permissions).map(({ key, href }) => {
          const current = path === href || path.startsWith(`${href}/`);
          return (
            <li key={key} className="shrink-0">
              <Link
                href={href}
                aria-current={current ? 'page' : undefined}
                className={classNames(
                  'flex h-8 items-center rounded-md px-2.5 text-sm font-medium whitespace-nowrap transition-colors pointer-coarse:h-11',
                  current ? 'bg-pressed text-ink' : 'text-muted hover:bg-hover hover:text-ink',
                )}
              >
                {t(`sections.${key}`)}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
