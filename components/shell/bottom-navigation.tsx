'use client';

import { Ellipsis, LogOut, Settings } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { HoverLink } from '@/components/ui/hover-link';
import { Sheet } from '@/components/ui/sheet';
import { isCurrent, type NavigationItem } from './navigation';
import { useShell } from './shell-context';
import { InboxCount } from './side-navigation';
import { leave } from './sign-out';
import { ThemeChoice } from './theme-switch';

const place = 'relative flex h-14 flex-1 flex-col items-center justify-center gap-0.5 text-xs font-medium';

/** The navigation of a phone: four places and a sheet with the rest. */
export function BottomNavigation() {
  const t = useTranslations('shell');
  const { items } = useShell();
  return (
    <nav
      aria-label={t('navigation')}
      className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {items
        .filter((item) => item.inBar)
        .map((item) => (
          <BarLink key={item.key} item={item} />
        ))}
      <MoreSheet items={items.filter((item) => !item.inBar)} />
    </nav>
  );
}

function BarLink({ item }: { item: NavigationItem }) {
  const t = useTranslations('shell.items');
  const current = isCurrent(item, usePathname());
  const Icon = item.icon;
  const short = { home: t('home'), inbox: t('inbox'), start: t('startShort'), requests: t('requestsShort') };
  return (
    <HoverLink
      href={item.href}
      aria-current={current ? 'page' : undefined}
      className={classNames(
        place,
        'focus-visible:-outline-offset-2',
        current ? 'text-accent-ink' : 'text-muted',
      )}
    >
      <span className="relative">
        <Icon aria-hidden className="size-5" />
        {item.key === 'inbox' ? (
          <span className="absolute -top-2 -right-3">
            <InboxCount dot />
          </span>
        ) : null}
      </span>
      {item.inBar ? short[item.key as keyof typeof short] : null}
    </HoverLink>
  );
}

function MoreSheet({ items }: { items: readonly NavigationItem[] }) {
  const t = useTranslations('shell');
  const { person, organization } = useShell();
  const [open, setOpen] = useState(false);
  return (
    <Sheet
      open={open}
      onOpenChange={setOpen}
      side="bottom"
      title={t('more')}
      trigger={
        <button type="button" className={classNames(place, 'text-muted focus-visible:-outline-offset-2')}>
          <Ellipsis aria-hidden className="size-5" />
          {t('more')}
        </button>
      }
    >
      <ul className="-mx-2 flex flex-col">
        {items.map((item) => (
          <li key={item.key}>
            <HoverLink
              href={item.href}
              onClick={() => setOpen(false)}
              className="flex h-12 items-center gap-3 rounded-md px-2 text-md font-medium active:bg-hover"
            >
              <item.icon aria-hidden className="size-5 text-faint" />
              {t(`items.${item.key}`)}
            </HoverLink>
          </li>
        ))}
        <li>
          <HoverLink
            href="/settings/notifications"
            onClick={() => setOpen(false)}
            className="flex h-12 items-center gap-3 rounded-md px-2 text-md font-medium active:bg-hover"
          >
            <Settings aria-hidden className="size-5 text-faint" />
            {t('settings')}
          </HoverLink>
        </li>
      </ul>
      <h3 className="mt-4 mb-1 text-sm font-medium text-muted">{t('theme.label')}</h3>
      <ThemeChoice />
      <div className="mt-4 flex items-center gap-3 border-t border-line pt-4">
        <div className="min-w-0 flex-1">
          <p className="truncate text-base font-medium">{person.name}</p>
          <p className="truncate text-sm text-muted">{organization}</p>
        </div>
        <Button icon={<LogOut aria-hidden />} onClick={() => void leave()}>
          {t('signOut')}
        </Button>
      </div>
    </Sheet>
  );
}
