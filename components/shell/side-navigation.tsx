'use client';

import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { countedTo, countText } from '@/components/tasks/count-text';
import { classNames } from '@/components/ui/class-names';
import { HoverLink } from '@/components/ui/hover-link';
import { IconButton } from '@/components/ui/icon-button';
import { Tooltip } from '@/components/ui/tooltip';
import { isCurrent, type NavigationItem } from './navigation';
import { PersonMenu } from './person-menu';
import { railCookie, rememberPreference } from './preferences';
import { useShell } from './shell-context';
import { Sign } from './wordmark';

/** The navigation of a desktop: names with icons, or icons only as a rail. */
export function SideNavigation({ initiallyCollapsed }: { initiallyCollapsed: boolean }) {
  const t = useTranslations('shell');
  const { items } = useShell();
  const [collapsed, setCollapsed] = useState(initiallyCollapsed);

  function toggle() {
    setCollapsed(!collapsed);
    rememberPreference(railCookie, collapsed ? 'open' : 'collapsed');
  }

  return (
    <aside
      className={classNames(
        'sticky top-0 flex h-dvh shrink-0 flex-col border-r border-line bg-sunken transition-[width] duration-200 max-lg:hidden',
        collapsed ? 'w-15' : 'w-60',
      )}
    >
      <div className={classNames('flex h-14 items-center', collapsed ? 'justify-center' : 'px-3')}>
        {collapsed ? null : (
          <HoverLink href="/" className="flex items-center gap-2 rounded-md px-1.5 py-1">
            <Sign />
            <span className="text-md font-semibold tracking-tight">Interlock</span>
          </HoverLink>
        )}
        <IconButton
          label={collapsed ? t('expand') : t('collapse')}
          icon={collapsed ? <PanelLeftOpen aria-hidden /> : <PanelLeftClose aria-hidden />}
          aria-expanded={!collapsed}
          onClick={toggle}
          className={collapsed ? undefined : 'ml-auto'}
        />
      </div>
      <nav aria-label={t('navigation')} className="flex-1 overflow-y-auto px-2.5 py-1">
        {(['work', 'run'] as const).map((section) => (
          <ul
            key={section}
            className="flex flex-col gap-0.5 not-first:mt-3 not-first:border-t not-first:border-line not-first:pt-3 empty:hidden"
          >
            {items
              .filter((item) => item.section === section)
              .map((item) => (
                <li key={item.key}>
                  <SideLink item={item} collapsed={collapsed} />
                </li>
              ))}
          </ul>
        ))}
      </nav>
      <div className={classNames('border-t border-line p-2', collapsed && 'flex justify-center')}>
        <PersonMenu compact={collapsed} />
      </div>
    </aside>
  );
}

function SideLink({ item, collapsed }: { item: NavigationItem; collapsed: boolean }) {
  const t = useTranslations('shell.items');
  const current = isCurrent(item, usePathname());
  const Icon = item.icon;
  const link = (
    <HoverLink
      href={item.href}
      aria-current={current ? 'page' : undefined}
      className={classNames(
        'relative flex h-9 items-center gap-2.5 rounded-md text-sm font-medium transition-colors pointer-coarse:h-11',
        collapsed ? 'justify-center' : 'px-2.5',
        current
          ? 'bg-surface text-ink shadow-control ring-1 ring-line'
          : 'text-muted hover:bg-hover hover:text-ink',
      )}
    >
      <Icon aria-hidden className={classNames('size-4', current && 'text-accent-ink')} />
      <span className={collapsed ? 'sr-only' : 'flex-1 truncate'}>{t(item.key)}</span>
      {item.key === 'inbox' ? <InboxCount dot={collapsed} /> : null}
    </HoverLink>
  );
  return collapsed ? (
    <Tooltip content={t(item.key)} keys={item.shortcut} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}

/** Open tasks, and in red how many of them are late. */
export function InboxCount({ dot = false }: { dot?: boolean }) {
  const t = useTranslations('shell');
  const { inbox = 0, overdue = 0 } = useShell().counts;
  if (inbox === 0) return null;
  if (dot) {
    return (
      <span
        className={classNames(
          'absolute top-1.5 right-1.5 size-2 rounded-full',
          overdue > 0 ? 'bg-danger' : 'bg-accent',
        )}
      >
        <span className="sr-only">{t('count', { count: Math.min(inbox, countedTo) })}</span>
      </span>
    );
  }
  return (
    <span className="flex items-center gap-1.5 text-xs font-medium">
      {overdue > 0 ? (
        <span className="rounded-full bg-danger px-1.5 text-on-accent">
          <span aria-hidden>{countText(overdue)}</span>
          <span className="sr-only">{t('overdue', { count: overdue })}</span>
        </span>
      ) : null}
      <span className="min-w-4 text-right text-muted">
        <span aria-hidden>{countText(inbox)}</span>
        <span className="sr-only">{t('count', { count: Math.min(inbox, countedTo) })}</span>
      </span>
    </span>
  );
}
