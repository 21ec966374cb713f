import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { configuration } from '@/lib/configuration/configuration';
import type { Actor } from '@/lib/people/actor';
import { type HttpRefusal } from './problem';

/** The window of both quotas, in seconds: short, so that who has used one up does not wait long. */
const windowSeconds = 10;

type Policy = 'key' | 'person';
type Limiters = Readonly<Record<Policy, RateLimiterMemory>>;

/** Kept on globalThis, since the web server may load this module more than once. */
const shared = globalThis as typeof globalThis & { interlockRateLimits?: Limiters };

/** What a request took of its quota: the headers that say so, and the refusal where there was nothing left. */
export type Taken = {
  readonly headers: Readonly<Record<string, string>>;
  readonly refusal: HttpRefusal['refusal'] | null;
};

/**
 * Counts a request: that of an API key against the key, whoever it acts as, that of a browser's session against the person.
 * `RateLimit-Policy` and `RateLimit` are those of draft-ietf-httpapi-ratelimit-headers-11. Counted in this process's memory:
 * with several web processes each has quotas of its own, and a request costs no round trip.
 */
export async function takeOfQuota(actor: Actor): Promise<Taken> {
  const policy = actor.apiKeyId === undefined ? 'person' : 'key';
  const limiter = limiters()[policy];
  const used = await consume(limiter, `${actor.tenantId}/${actor.apiKeyId ?? actor.personId}`);
  const seconds = Math.max(1, Math.ceil(used.msBeforeNext / 1000));
  const headers = {
    'ratelimit-policy': `"${policy}";q=${limiter.points};w=${windowSeconds}`,
    ratelimit: `"${policy}";r=${used.remainingPoints};t=${seconds}`,
  };
  if (used.consumedPoints <= limiter.points) return { headers, refusal: null };
  const whose = policy === 'key' ? 'This key has' : 'You have';
  return {
    headers,
    refusal: {
      code: 'rate_limited',
      message: `${whose} sent more than ${limiter.points} requests within ${windowSeconds} seconds. Go on in ${seconds}.`,
      data: { retryAfterSeconds: seconds, 'violated-policies': [policy] },
    },
  };
}

/** What is used up is an answer here, and not an error. */
function consume(limiter: RateLimiterMemory, who: string): Promise<RateLimiterRes> {
  return limiter.consume(who).catch((full: RateLimiterRes) => full);
}

function limiters(): Limiters {
  const { requestsPerSecond } = configuration();
  const of = (keyPrefix: Policy) =>
    new RateLimiterMemory({
      keyPrefix,
      points: requestsPerSecond[keyPrefix] * windowSeconds,
      duration: windowSeconds,
    });
  shared.interlockRateLimits ??= { key: of('key'), person: of('person') };
  return shared.interlockRateLimits;
}
