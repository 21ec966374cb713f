import { getServerSession } from 'next-auth';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import type { Actor } from '@/lib/people/actor';
import { actorOfSession } from '@/lib/people/sign-in';
import { authOptions } from '@/lib/session/auth-options';
import { pathHeader } from '@/lib/session/request-headers';

/**
 * Who is asking, or null: nobody signed in, the person is gone, or the session was revoked since. Roles and
 * permissions are read from the database once a request, never from the cookie.
 */
export const currentActor = cache(async (): Promise<Actor | null> => {
  const session = await getServerSession(authOptions());
  return session?.claims ? actorOfSession(session.claims) : null;
});

/** Who is asking; somebody who has not signed in is sent to do so and comes back to the page that was asked for. */
export async function requireActor(): Promise<Actor> {
  const actor = await currentActor();
  if (actor) return actor;
  const path = (await headers()).get(pathHeader);
  redirect(path && path !== '/' ? `/sign-in?next=${encodeURIComponent(path)}` : '/sign-in');
}
