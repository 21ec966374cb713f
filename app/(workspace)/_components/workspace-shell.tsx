'use client';

import { AppShell, type AppShellProps } from '@/components/shell/app-shell';
import type { PaletteResult } from '@/components/shell/command-palette';
import { searchInstancesAction } from '@/lib/instances/actions';

/** The shell, live, with the search of instances behind its palette. */
export function WorkspaceShell(props: Omit<AppShellProps, 'search' | 'liveSource'>) {
  return <AppShell {...props} liveSource="/api/workflows/changes" search={search} />;
}

async function search(words: string): Promise<readonly PaletteResult[]> {
  const rows = await searchInstancesAction(words);
  return rows.map(({ id, definition, subject, stateName }) => ({
    id,
    title: `${subject.id} · ${definition.name}`,
    ...(stateName && { detail: stateName }),
    href: `/instances/${id}`,
  }));
}
