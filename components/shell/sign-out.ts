'use client';

import { signOut } from 'next-auth/react';

/** Ends the session and loads the sign-in page anew, so that nothing of the person stays in memory. */
export async function leave(): Promise<void> {
  await signOut({ redirect: false });
  window.location.assign('/sign-in');
}
