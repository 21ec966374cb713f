'use client';

import { AppShell, type AppShellProps } from '@/components/shell/app-shell';
import type { PaletteResult } from '@/components/shell/command-palette';
import { searchInstancesAction } from '@/lib/instances/actions';

/** The shell, live, with the search of instances behind its palette. */
export function WorkspaceShell({ drawnAt, ...props }: WorkspaceShellProps) {
  const liveSource = `/api/workflows/changes?since=${drawnAt}`;
  return <AppShell {...props} liveSource={liveSource} search={search} />;
}

type WorkspaceShellProps = Omit<AppShellProps, 'search' | 'liveSource'> & {
  /** When the server began to draw the page, in ISO 8601 and UTC: what has moved since then is heard by it. */
  drawnAt: string;
};

async function search(words: string): Promise<readonly PaletteResult[]> {
  const rows = await searchInstancesAction(words);
  return rows.map(({ id, definition, subject, stateName }) => ({
    id,
    title: `${subject.id} · ${definition.name}`,
    ...(stateName && { detail: stateName }),
    href: `/instances/${id}`,
  }));
}
