'use client';

import { Keyboard, Search } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Bell } from '@/components/notifications/bell';
import { HoverLink } from '@/components/ui/hover-link';
import { IconButton } from '@/components/ui/icon-button';
import { KeyHint } from '@/components/ui/key-hint';
import { LiveMark } from './live-mark';
import { useShell } from './shell-context';
import { ThemeSwitch } from './theme-switch';
import { useCommandKey } from './use-command-key';
import { Sign } from './wordmark';

/** Search, live mark, help and theme; on a phone the sign and the organization too. */
export function TopBar() {
  const t = useTranslations('shell');
  const { organization, counts, openPalette, openHelp } = useShell();
  const commandKey = useCommandKey();
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center gap-2 border-b border-line bg-canvas/90 px-4 backdrop-blur-md sm:px-6 lg:px-8">
      <HoverLink href="/" className="flex min-w-0 items-center gap-2 rounded-md lg:hidden">
        <Sign />
        <span className="truncate text-base font-semibold">{organization}</span>
      </HoverLink>
      <button
        type="button"
        onClick={openPalette}
        aria-keyshortcuts="Control+K Meta+K"
        className="hidden h-8 w-80 items-center gap-2 rounded-md border border-line-strong bg-surface px-2.5 text-sm text-faint shadow-control transition-colors hover:border-control hover:text-muted lg:flex"
      >
        <Search aria-hidden className="size-4" />
        <span className="flex-1 text-left">{t('search')}</span>
        <KeyHint keys={[commandKey, 'K']} className="-mr-1" />
      </button>
      <div className="ml-auto flex items-center gap-1">
        <LiveMark />
        <IconButton
          label={t('searchShort')}
          icon={<Search aria-hidden />}
          onClick={openPalette}
          className="lg:hidden"
        />
        <Bell unread={counts.unread ?? 0} />
        <IconButton
          label={t('help')}
          icon={<Keyboard aria-hidden />}
          keys={['?']}
          onClick={openHelp}
          className="max-lg:hidden"
        />
        <span className="max-lg:hidden">
          <ThemeSwitch />
        </span>
      </div>
    </header>
  );
}
