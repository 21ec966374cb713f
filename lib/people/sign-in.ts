import { appPool } from '@/lib/database/pool';
import type { Actor } from './actor';
import { passwordFits } from './password';
import { actorOf, readPerson } from './read-person';
import { beginAttempt, forgetAttempts } from './sign-in-attempts';
import { isStorableText, isUuid } from './text';

export type SignIn =
  | { readonly ok: true; readonly person: { id: string; tenantId: string; sessionVersion: number } }
  | {
      readonly ok: false;
      readonly reason: 'invalid' | 'rate_limited';
      /** Until the next attempt is looked at. */
      readonly retryAfterSeconds?: number;
    };

type Candidate = {
  readonly tenant_id: string;
  readonly person_id: string;
  readonly password_hash: string | null;
  readonly session_version: number;
};

/**
 * Whether this is the password of an active person with this address. After five failures within 15 minutes the address
 * is not looked at any more, whoever it belongs to, until the oldest of them is that old.
 * @param email as typed; anything may come in here
 */
export async function verifySignIn(email: string, password: string): Promise<SignIn> {
  const address = String(email).trim().toLowerCase();
  if (address.length > 254 || !isStorableText(address)) {
    await passwordFits(null, String(password));
    return { ok: false, reason: 'invalid' };
  }
  const attempt = await beginAttempt(address);
  if (attempt.retryAfterSeconds !== null) {
    return { ok: false, reason: 'rate_limited', retryAfterSeconds: attempt.retryAfterSeconds };
  }
  const person = await findPerson(address, String(password));
  if (!person) return { ok: false, reason: 'invalid' };
  await forgetAttempts(address);
  return {
    ok: true,
    person: { id: person.person_id, tenantId: person.tenant_id, sessionVersion: person.session_version },
  };
}

/** An address may have an account in several tenants; the oldest one whose password fits is it. */
async function findPerson(address: string, password: string): Promise<Candidate | null> {
  const { rows } = await appPool().query<Candidate>('SELECT * FROM public.sign_in_candidates($1)', [address]);
  if (rows.length === 0) await passwordFits(null, password);
  for (const candidate of rows) {
    if (await passwordFits(candidate.password_hash, password)) return candidate;
  }
  return null;
}

/** What a session's cookie says of its bearer. */
type SessionClaims = {
  readonly tenantId: string;
  readonly personId: string;
  readonly sessionVersion: number;
};

/**
 * The bearer of a session as the one who asks, with the rights held now.
 * @returns null when the person is gone or deactivated, or the session was revoked
 */
export async function actorOfSession(claims: SessionClaims): Promise<Actor | null> {
  if (!isUuid(claims.tenantId) || !isUuid(claims.personId)) return null;
  const person = await readPerson(claims.tenantId, claims.personId);
  if (!person?.active || person.sessionVersion !== claims.sessionVersion) return null;
  return actorOf(claims.tenantId, person, { via: 'screen' });
}
