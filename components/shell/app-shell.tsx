'use client';

import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { loadCode } from '@/components/ui/load-code';
import type { Permission } from '@/lib/people/permissions';
import { BottomNavigation } from './bottom-navigation';
import type { PaletteSearch, Startable } from './command-palette';
import { KeyboardHelp } from './keyboard-help';
import { LiveConnection } from './live-connection';
import { navigationFor, type NavigationItem } from './navigation';
import { ShellContext, type ShellCounts, type ShellValue } from './shell-context';
import { ShortcutProvider, useShortcut } from './shortcuts';
import { SideNavigation } from './side-navigation';
import { TopBar } from './top-bar';

const palette = () => import('./command-palette');
const CommandPalette = dynamic(async () => (await loadCode(palette)).CommandPalette, { ssr: false });
/** Milliseconds after which the palette's code is fetched, so that it opens at once. */
const paletteAfter = 3_000;

export type AppShellProps = {
  person: { name: string; email: string };
  organization: string;
  permissions: readonly Permission[];
  counts?: ShellCounts;
  /** What the palette offers to start. */
  startable?: readonly Startable[];
  /** A server action that the palette asks. */
  search?: PaletteSearch;
  /** Address of the stream of server-sent events; without it there is no live mark. */
  liveSource?: string;
  railCollapsed: boolean;
  shortcutsEnabled: boolean;
  children: ReactNode;
};

/** The frame of every page of the workspace: navigation, top bar, palette, keyboard, live connection. */
export function AppShell(props: AppShellProps) {
  const frame = (
    <ShortcutProvider initiallyEnabled={props.shortcutsEnabled}>
      <Frame {...props} />
    </ShortcutProvider>
  );
  return props.liveSource ? <LiveConnection source={props.liveSource}>{frame}</LiveConnection> : frame;
}

function Frame(props: AppShellProps) {
  const { person, organization, permissions, counts, startable, search, railCollapsed, children } = props;
  const t = useTranslations('shell');
  const [paletteOpen, setPaletteOpen] = useState(false);
  const [paletteWanted, setPaletteWanted] = useState(false);
  const [helpOpen, setHelpOpen] = useState(false);
  const items = useMemo(() => navigationFor(permissions), [permissions]);
  const openPalette = useCallback((open: boolean) => {
    setPaletteWanted(true);
    setPaletteOpen(open);
  }, []);
  useEffect(() => {
    const later = setTimeout(() => void palette().catch(() => undefined), paletteAfter);
    return () => clearTimeout(later);
  }, []);
  useCommandShortcut(() => openPalette(!paletteOpen));
  useShortcut(['?'], t('keys.openHelp'), () => setHelpOpen(true), 'everywhere');

  const shell = useMemo<ShellValue>(
    () => ({
      items,
      counts: counts ?? {},
      person,
      organization,
      openPalette: () => openPalette(true),
      openHelp: () => setHelpOpen(true),
    }),
    [items, counts, person, organization, openPalette],
  );

  return (
    <ShellContext value={shell}>
      <a
        href="#content"
        className="fixed top-2 left-2 z-70 -translate-y-20 rounded-md bg-accent px-3 py-2 text-sm font-medium text-on-accent focus-visible:translate-y-0"
      >
        {t('skip')}
      </a>
      {items.map((item) => (
        <NavigationShortcut key={item.key} item={item} />
      ))}
      <div className="flex min-h-dvh">
        <SideNavigation initiallyCollapsed={railCollapsed} />
        <div className="flex min-w-0 flex-1 flex-col max-lg:pb-[calc(3.5rem+env(safe-area-inset-bottom))]">
          <TopBar />
          <main id="content" tabIndex={-1} className="flex-1 outline-none">
            {children}
          </main>
        </div>
      </div>
      <BottomNavigation />
      {paletteWanted ? (
        <CommandPalette
          open={paletteOpen}
          onOpenChange={setPaletteOpen}
          startable={startable ?? []}
          search={search}
        />
      ) : null}
      <KeyboardHelp open={helpOpen} onOpenChange={setHelpOpen} />
    </ShellContext>
  );
}

function NavigationShortcut({ item }: { item: NavigationItem }) {
  const t = useTranslations('shell');
  const router = useRouter();
  useShortcut(
    item.shortcut,
    t('keys.goTo', { place: t(`items.${item.key}`) }),
    () => router.push(item.href),
    'everywhere',
  );
  return null;
}

/** ⌘K or Ctrl-K, also from inside a text field. */
function useCommandShortcut(run: () => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.metaKey || event.ctrlKey) ||
        event.shiftKey ||
        event.altKey
      )
        return;
      event.preventDefault();
      run();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}
