'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** The modifier of commands on this machine: ⌘ on Apple's, Ctrl elsewhere. The server says Ctrl. */
export function useCommandKey(): string {
  return useSyncExternalStore(
    never,
    () => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'),
    () => 'Ctrl',
  );
}
