'use client';

import { createContext, useContext } from 'react';
import type { NavigationItem } from './navigation';

export type ShellValue = {
  items: readonly NavigationItem[];
  counts: ShellCounts;
  person: { name: string; email: string };
  organization: string;
  openPalette: () => void;
  openHelp: () => void;
};

/** Numbers beside the navigation. */
export type ShellCounts = { inbox?: number; overdue?: number; unread?: number };

export const ShellContext = createContext<ShellValue | null>(null);

/** The frame around the page: its places, its person, its palette. Throws outside of the workspace. */
export function useShell(): ShellValue {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('useShell needs the AppShell around it');
  return shell;
}
