'use client';

import { ChevronsUpDown, LogOut, Settings } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { Avatar } from '@/components/ui/avatar';
import { classNames } from '@/components/ui/class-names';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { useShell } from './shell-context';
import { leave } from './sign-out';

/** Who is signed in, where, and the way out. `compact` shows the avatar only. */
export function PersonMenu({ compact }: { compact: boolean }) {
  const t = useTranslations('shell');
  const router = useRouter();
  const { person, organization } = useShell();
  return (
    <Menu
      side="top"
      align="start"
      className="w-60"
      trigger={
        <button
          type="button"
          className={classNames(
            'flex items-center gap-2.5 rounded-md text-left transition-colors hover:bg-hover data-popup-open:bg-hover',
            compact ? 'size-10 justify-center' : 'h-11 w-full px-1.5',
          )}
        >
          <span className="sr-only">{t('account')} </span>
          <Avatar name={person.name} />
          {compact ? (
            <span className="sr-only">{person.name}</span>
          ) : (
            <>
              <span className="min-w-0 flex-1">
                <span className="block truncate text-sm font-medium text-ink">{person.name}</span>
                <span className="block truncate text-xs text-muted">{organization}</span>
              </span>
              <ChevronsUpDown aria-hidden className="size-3.5 text-faint" />
            </>
          )}
        </button>
      }
    >
      <div className="px-2 py-1.5">
        <p className="truncate text-sm font-medium">{person.name}</p>
        <p className="truncate text-xs text-muted">{person.email}</p>
      </div>
      <MenuSeparator />
      <MenuItem icon={<Settings aria-hidden />} onSelect={() => router.push('/settings/notifications')}>
        {t('settings')}
      </MenuItem>
      <MenuItem icon={<LogOut aria-hidden />} onSelect={() => void leave()}>
        {t('signOut')}
      </MenuItem>
    </Menu>
  );
}
