'use client';

import {
  createContext,
  useContext,
  useEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { createStore, useStore, type StoreApi } from 'zustand';
import { keysCookie, rememberPreference } from './preferences';

/** A shortcut of one key, or of two pressed one after the other. Letters are compared as typed: `?` needs no Shift here. */
export type Shortcut = {
  keys: readonly [string] | readonly [string, string];
  /** What it does, for the help sheet. */
  label: string;
  scope: 'everywhere' | 'here';
  run: () => void;
};

type Shortcuts = {
  readonly entries: readonly RefObject<Shortcut>[];
  readonly enabled: boolean;
};

/** A store and no state of React's, for the same reason as the live connection's: a changing context costs the page's HTML. */
const ShortcutContext = createContext<StoreApi<Shortcuts> | null>(null);

/** Milliseconds within which the second key of a pair has to follow. */
const pairWindow = 1200;

function takesText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest(
        'input, textarea, select, [role="textbox"], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]',
      ) !== null)
  );
}

/** Listens to single keys for the whole page. `initiallyEnabled` is the person's choice (WCAG 2.1.4 asks for one). */
export function ShortcutProvider({
  initiallyEnabled,
  children,
}: {
  initiallyEnabled: boolean;
  children: ReactNode;
}) {
  const [store] = useState(() => createStore<Shortcuts>(() => ({ entries: [], enabled: initiallyEnabled })));

  useEffect(() => {
    let first: { key: string; at: number } | undefined;
    function onKeyDown(event: KeyboardEvent) {
      const { entries, enabled } = store.getState();
      if (
        !enabled ||
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        takesText(event.target)
      )
        return;
      const all = entries.map(({ current }) => current);
      const begun = first && event.timeStamp - first.at < pairWindow ? first.key : undefined;
      const match =
        all.find(({ keys }) => keys.length === 2 && keys[0] === begun && keys[1] === event.key) ??
        all.find(({ keys }) => keys.length === 1 && keys[0] === event.key);
      first = match ? undefined : { key: event.key, at: event.timeStamp };
      if (!match) return;
      event.preventDefault();
      match.run();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [store]);

  return <ShortcutContext value={store}>{children}</ShortcutContext>;
}

/** All shortcuts of the present page, whether they are on, and how to turn them on or off for good. */
export function useShortcuts(): {
  shortcuts: readonly Shortcut[];
  enabled: boolean;
  setEnabled: (enabled: boolean) => void;
} {
  const store = useContext(ShortcutContext);
  if (!store) throw new Error('useShortcuts needs the ShortcutProvider around it');
  const { entries, enabled } = useStore(store);
  return {
    shortcuts: entries.map(({ current }) => current),
    enabled,
    setEnabled: (next) => {
      store.setState({ enabled: next });
      rememberPreference(keysCookie, next ? 'on' : 'off');
    },
  };
}

/** Adds a shortcut while the component is shown; the help sheet lists it. Does nothing outside of the workspace. */
export function useShortcut(
  keys: Shortcut['keys'],
  label: string,
  run: () => void,
  scope: Shortcut['scope'] = 'here',
): void {
  const store = useContext(ShortcutContext);
  const entry = useRef<Shortcut>({ keys, label, scope, run });
  useEffect(() => {
    entry.current = { keys, label, scope, run };
  });
  useEffect(() => {
    store?.setState(({ entries }) => ({ entries: [...entries, entry] }));
    return () => store?.setState(({ entries }) => ({ entries: entries.filter((one) => one !== entry) }));
  }, [store]);
}
