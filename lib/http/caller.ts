import type { Actor } from '@/lib/people/actor';
import { authenticate } from '@/lib/people/api-keys';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { currentActor } from '@/lib/session/session';
import type { HttpRefusal } from './problem';

/**
 * Who calls: an API key, or else the session of a browser. A session's cookie goes along with every request of the browser, so
 * what changes something is taken from our own pages only.
 */
export async function callerOf(request: Request): Promise<Result<Actor> | HttpRefusal> {
  const authorization = request.headers.get('authorization');
  if (authorization !== null) return authenticate(authorization, request.headers.get('interlock-act-as'));
  const actor = await currentActor();
  if (!actor) {
    return refuse('unauthenticated', 'Send `Authorization: Bearer <key>`, or sign in with a browser.');
  }
  if (request.method !== 'GET' && request.method !== 'HEAD' && !isFromOurPages(request)) {
    const message =
      'With a session, requests that change something are taken from Interlock’s own pages only.';
    return { ok: false, refusal: { code: 'cross_site', message, data: {} } };
  }
  return done(actor);
}

function isFromOurPages(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = request.headers.get('origin');
  return origin !== null && URL.canParse(origin) && new URL(origin).host === request.headers.get('host');
}
