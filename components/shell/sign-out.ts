'use client';

import { signOut } from 'next-auth/react';

/**
 * Ends the session and loads the sign-in page anew, so that nothing of the person stays in memory.
 * @param next the path of this site to go to after signing in again; home where none is given
 */
export async function leave(next?: string): Promise<void> {
  await signOut({ redirect: false });
  window.location.assign(next === undefined ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`);
}
