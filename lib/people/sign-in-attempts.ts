import { appPool } from '@/lib/database/pool';

/** Failures that an address may have within the window. */
const most = 5;
const windowMinutes = 15;

/**
 * Writes down an attempt before it is looked at, as if it had failed, so that a hundred at the same moment do not all find
 * the address free. A successful sign-in forgets them.
 * @returns the seconds until an attempt is looked at again; null when this one may be
 */
export async function beginAttempt(address: string): Promise<{ retryAfterSeconds: number | null }> {
  const { rows } = await appPool().query<{ attempt: string }>(
    'INSERT INTO public.sign_in_failures (email, attempted_at) VALUES ($1, clock_timestamp()) RETURNING attempted_at::text AS attempt',
    [address],
  );
  const attempt = rows[0]!.attempt;
  const recent = await appPool().query<{ seconds: number }>(
    `SELECT ceil(extract(epoch FROM attempted_at + make_interval(mins => $3) - clock_timestamp()))::int AS seconds
     FROM public.sign_in_failures
     WHERE email = $1 AND attempted_at > clock_timestamp() - make_interval(mins => $3) AND attempted_at <= $2::timestamptz
     ORDER BY attempted_at DESC OFFSET $4 LIMIT 1`,
    [address, attempt, windowMinutes, most],
  );
  const seconds = recent.rows[0]?.seconds;
  if (seconds === undefined) return { retryAfterSeconds: null };
  // An attempt that is not looked at does not lengthen the wait.
  await appPool().query(
    `DELETE FROM public.sign_in_failures
     WHERE (email = $1 AND attempted_at = $2::timestamptz) OR attempted_at < now() - make_interval(mins => $3)`,
    [address, attempt, windowMinutes],
  );
  return { retryAfterSeconds: Math.max(1, seconds) };
}

/** Forgets an address's failures, and whatever has become too old to count. */
export async function forgetAttempts(address: string): Promise<void> {
  await appPool().query(
    'DELETE FROM public.sign_in_failures WHERE email = $1 OR attempted_at < now() - make_interval(mins => $2)',
    [address, windowMinutes],
  );
}
