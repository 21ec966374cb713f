'use client';

import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { keysCookie, rememberPreference } from './preferences';

/** A shortcut of one key, or of two pressed one after the other. Letters are compared as typed: `?` needs no Shift here. */
export type Shortcut = {
  keys: readonly [string] | readonly [string, string];
  /** What it does, for the help sheet. */
  label: string;
  scope: 'everywhere' | 'here';
  run: () => void;
};

type Registry = {
  shortcuts: readonly Shortcut[];
  enabled: boolean;
  setEnabled: (enabled: boolean) => void;
  register: (entry: RefObject<Shortcut>) => () => void;
};

const ShortcutContext = createContext<Registry | null>(null);

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
  const entries = useRef(new Set<RefObject<Shortcut>>());
  const [shortcuts, setShortcuts] = useState<readonly Shortcut[]>([]);
  const [enabled, setEnabledState] = useState(initiallyEnabled);

  const register = useCallback((entry: RefObject<Shortcut>) => {
    const publish = () => setShortcuts([...entries.current].map(({ current }) => current));
    entries.current.add(entry);
    publish();
    return () => {
      entries.current.delete(entry);
      publish();
    };
  }, []);

  const setEnabled = useCallback((next: boolean) => {
    setEnabledState(next);
    rememberPreference(keysCookie, next ? 'on' : 'off');
  }, []);

  useEffect(() => {
    if (!enabled) return;
    let first: { key: string; at: number } | undefined;
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || takesText(event.target))
        return;
      const all = [...entries.current].map(({ current }) => current);
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
  }, [enabled]);

  const value = useMemo(
    () => ({ shortcuts, enabled, setEnabled, register }),
    [shortcuts, enabled, setEnabled, register],
  );
  return <ShortcutContext value={value}>{children}</ShortcutContext>;
}

/** All shortcuts of the present page and whether they are on. */
export function useShortcuts(): Omit<Registry, 'register'> {
  const registry = useContext(ShortcutContext);
  if (!registry) throw new Error('useShortcuts needs the ShortcutProvider around it');
  return registry;
}

/** Adds a shortcut while the component is shown; the help sheet lists it. Does nothing outside of the workspace. */
export function useShortcut(
  keys: Shortcut['keys'],
  label: string,
  run: () => void,
  scope: Shortcut['scope'] = 'here',
): void {
  const registry = useContext(ShortcutContext);
  const register = registry?.register;
  const entry = useRef<Shortcut>({ keys, label, scope, run });
  useEffect(() => {
    entry.current = { keys, label, scope, run };
  });
  useEffect(() => register?.(entry), [register]);
}
