'use client';

import { createContext, type ReactNode, useContext, useMemo } from 'react';

/** A task beside the open one. */
export type Neighbour = { readonly id: string; readonly title: string; readonly href: string };

type Inbox = {
  /** The task that comes after the open one in the list. */
  readonly next: Neighbour | null;
  /** Address of the list. */
  readonly listHref: string;
};

const InboxContext = createContext<Inbox>({ next: null, listHref: '/inbox' });

/** What the open task knows of the list around it. */
export function useInbox(): Inbox {
  return useContext(InboxContext);
}

export function InboxProvider({ next, listHref, children }: Inbox & { children: ReactNode }) {
  const value = useMemo(() => ({ next, listHref }), [next, listHref]);
  return <InboxContext value={value}>{children}</InboxContext>;
}
