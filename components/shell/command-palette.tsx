'use client';

import { Dialog } from '@base-ui/react/dialog';
import { Command } from 'cmdk';
import { CornerDownLeft, FileText, Search, SquarePlus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useEffect, useState, type ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { KeyHint } from '@/components/ui/key-hint';
import { backdropClass } from '@/components/ui/overlay-styles';
import { useShell } from './shell-context';

/** Something that can be started from here. */
export type Startable = { key: string; name: string; href: string };

/** Something that the search found. */
export type PaletteResult = { id: string; title: string; detail?: string; href: string };

/** Finds instances by what people call them: an order number, an id, a person. */
export type PaletteSearch = (query: string) => Promise<readonly PaletteResult[]>;

type PaletteProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  startable: readonly Startable[];
  search?: PaletteSearch;
};

const popupClass =
  'fixed inset-x-3 top-3 z-50 flex max-h-[min(32rem,calc(100dvh-1.5rem))] flex-col overflow-hidden rounded-xl bg-raised text-ink shadow-overlay outline-none ' +
  'transition-[scale,opacity] duration-150 data-starting-style:scale-[0.98] data-starting-style:opacity-0 data-ending-style:scale-[0.98] data-ending-style:opacity-0 ' +
  'sm:inset-x-auto sm:top-[14dvh] sm:left-1/2 sm:w-152 sm:-translate-x-1/2';

/** Everything one can reach by typing: pages, requests to start, instances. */
export function CommandPalette({ open, onOpenChange, startable, search }: PaletteProps) {
  const t = useTranslations('shell.palette');
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Popup className={popupClass}>
          <Dialog.Title className="sr-only">{t('title')}</Dialog.Title>
          <Palette startable={startable} search={search} close={() => onOpenChange(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Palette({
  startable,
  search,
  close,
}: Pick<PaletteProps, 'startable' | 'search'> & { close: () => void }) {
  const t = useTranslations('shell');
  const { items } = useShell();
  const router = useRouter();
  const [query, setQuery] = useState('');
  const found = useSearch(query, search);

  function go(href: string) {
    close();
    router.push(href);
  }

  return (
    <Command label={t('palette.title')} loop className="flex min-h-0 flex-col">
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Search aria-hidden className="size-4 shrink-0 text-faint" />
        <Command.Input
          autoFocus
          value={query}
          onValueChange={setQuery}
          placeholder={t('palette.placeholder')}
          className="h-13 min-w-0 flex-1 bg-transparent text-md outline-none placeholder:text-faint"
        />
        <KeyHint keys={['Esc']} className="max-sm:hidden" />
      </div>
      <Command.List className="min-h-0 flex-1 scroll-py-2 overflow-y-auto p-2">
        <Command.Empty className="px-3 py-8 text-center text-sm text-muted">
          {found.state === 'searching' ? t('palette.searching') : t('palette.empty', { query })}
        </Command.Empty>
        {found.results.length > 0 ? (
          <Group heading={t('palette.found')}>
            {found.results.map((result) => (
              // The server has matched these already, so the query counts as their keyword.
              <Row
                key={result.id}
                value={`found ${result.id}`}
                keywords={[query]}
                icon={<FileText aria-hidden />}
                onSelect={() => go(result.href)}
              >
                <span className="truncate">{result.title}</span>
                {result.detail ? <span className="truncate text-muted">{result.detail}</span> : null}
              </Row>
            ))}
          </Group>
        ) : null}
        {found.state === 'failed' ? (
          <p className="px-3 py-2 text-sm text-danger-ink">{t('palette.failed')}</p>
        ) : null}
        <Group heading={t('palette.goTo')}>
          {items.map((item) => (
            <Row
              key={item.key}
              value={t(`items.${item.key}`)}
              icon={<item.icon aria-hidden />}
              keys={item.shortcut}
              onSelect={() => go(item.href)}
            >
              {t(`items.${item.key}`)}
            </Row>
          ))}
        </Group>
        {startable.length > 0 ? (
          <Group heading={t('palette.start')}>
            {startable.map((entry) => (
              <Row
                key={entry.key}
                value={`${t('palette.start')} ${entry.name}`}
                icon={<SquarePlus aria-hidden />}
                onSelect={() => go(entry.href)}
              >
                {entry.name}
              </Row>
            ))}
          </Group>
        ) : null}
      </Command.List>
    </Command>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="not-first:mt-2 [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  );
}

function Row({
  icon,
  keys,
  children,
  ...item
}: {
  value: string;
  keywords?: string[];
  icon: ReactNode;
  keys?: readonly string[];
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <Command.Item
      {...item}
      className={classNames(
        'group/row flex h-10 cursor-default items-center gap-2.5 rounded-md px-2 text-sm select-none data-[selected=true]:bg-hover pointer-coarse:h-12',
        '[&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-faint data-[selected=true]:[&>svg]:text-accent-ink',
      )}
    >
      {icon}
      <span className="flex min-w-0 flex-1 items-baseline gap-2 font-medium">{children}</span>
      {keys ? <KeyHint keys={keys} className="max-sm:hidden" /> : null}
      <CornerDownLeft
        aria-hidden
        className="invisible group-data-[selected=true]/row:visible max-sm:hidden"
      />
    </Command.Item>
  );
}

type Found = { state: 'idle' | 'searching' | 'done' | 'failed'; results: readonly PaletteResult[] };

/** Milliseconds of no typing before the server is asked. */
const pause = 180;
const shortestQuery = 2;

/** Asks the server once typing pauses; an answer to an older query is dropped. */
function useSearch(query: string, search?: PaletteSearch): Found {
  const [found, setFound] = useState<Found>({ state: 'idle', results: [] });
  useEffect(() => {
    const text = query.trim();
    if (!search || text.length < shortestQuery) {
      setFound({ state: 'idle', results: [] });
      return;
    }
    let current = true;
    setFound((before) => ({ ...before, state: 'searching' }));
    const timer = setTimeout(() => {
      search(text).then(
        (results) => current && setFound({ state: 'done', results }),
        () => current && setFound({ state: 'failed', results: [] }),
      );
    }, pause);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [query, search]);
  return found;
}
