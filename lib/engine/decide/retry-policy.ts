import type { Activity, Retry } from '@/lib/engine/definition/activity-schema';
import { durationSeconds } from '@/lib/engine/deadlines/duration';
import { hasCome, plusSeconds } from '@/lib/engine/deadlines/instant';
import type { ActivityError, ActivityExecution } from '@/lib/engine/snapshot';
import { countTime } from './count-time';
import type { Draft } from './draft';

/** The policy of an activity that names none, and of what a policy leaves out. */
const usual = { maxAttempts: 3, firstDelay: 'PT5S', factor: 2, maxDelay: 'PT5M', jitter: 0.2 } as const;

/** Leases that one execution may lose before its work is taken to be what kills the workers. */
export const maximumLosses = 5;

/** The longest wait that a called party can impose on us by `retryAfterSeconds`. */
const longestRetryAfter = 24 * 60 * 60;

/** True when the policy has another attempt for this error. Lost leases do not use up attempts. */
export function hasAnotherAttempt(
  activity: Activity,
  execution: ActivityExecution,
  error: ActivityError,
): boolean {
  const { maxAttempts, stopOn } = policyOf(activity);
  return (
    error.retryable && !stopOn.includes(error.code) && execution.attempts - execution.losses < maxAttempts
  );
}

/**
 * When the next attempt may begin: the first delay times the factor for each attempt that has failed, no more than the
 * ceiling, with a share drawn by chance so that many do not come back at once; and not before the called party asked.
 */
export function nextAttemptAt(
  draft: Draft,
  activity: Activity,
  execution: ActivityExecution,
  error: ActivityError,
): string {
  const { now } = draft.env;
  const { jitter } = policyOf(activity);
  const failures = Math.max(1, execution.attempts - execution.losses);
  const asked = Math.min(longestRetryAfter, error.retryAfterSeconds ?? 0);
  const working = businessPause(draft, activity.retry, failures);
  if (working !== null) {
    const notBefore = plusSeconds(now, asked);
    return hasCome(working, notBefore) ? notBefore : working;
  }
  const delay = pauseAfter(activity, failures, now);
  const drawn = delay * (1 - jitter) + delay * jitter * draft.draw();
  return plusSeconds(now, Math.max(drawn, asked));
}

/**
 * The end of a pause in business time, counted by the definition's calendar: whole days or hours, without a ceiling of its own
 * always the first. Null for a policy that counts by the clock, and where the calendar has no end for it.
 */
function businessPause(draft: Draft, retry: Retry | undefined, failures: number): string | null {
  const first = businessCount(retry?.firstDelay);
  if (!first) return null;
  const most = businessCount(retry?.maxDelay)?.count ?? first.count;
  const grown = Math.ceil(first.count * (retry?.factor ?? usual.factor) ** (failures - 1));
  const end = countTime(draft, draft.env.now, first.write(Math.min(most, grown)));
  return end.ok ? end.at : null;
}

function businessCount(duration: string | undefined) {
  const [, days, hours] = /^P(?:(\d+)BD|T(\d+)BH)$/.exec(duration ?? '') ?? [];
  if (days !== undefined) return { count: Number(days), write: (count: number) => `P${count}BD` };
  if (hours !== undefined) return { count: Number(hours), write: (count: number) => `PT${count}BH` };
  return null;
}

/**
 * The pauses of a policy before the second, third, … attempt, in seconds, without chance and what a called party asks.
 * @param now where lengths that depend on the calendar (a day, a month) are counted from
 * @returns also the share of each by which chance may shorten it; null for a policy that counts business time
 */
export function pausesOf(
  policy: Pick<Activity, 'retry'>,
  now: string,
): { readonly seconds: readonly number[]; readonly jitter: number } | null {
  const { maxAttempts, jitter, firstDelay } = policyOf(policy);
  if (businessCount(firstDelay)) return null;
  const failures = Array.from({ length: maxAttempts - 1 }, (_, index) => index + 1);
  return { seconds: failures.map((failed) => pauseAfter(policy, failed, now)), jitter };
}

function pauseAfter(policy: Pick<Activity, 'retry'>, failures: number, now: string): number {
  const { firstDelay, factor, maxDelay } = policyOf(policy);
  const first = durationSeconds(now, firstDelay) ?? 5;
  const ceiling = durationSeconds(now, maxDelay) ?? 300;
  return Math.min(ceiling, first * factor ** (failures - 1));
}

function policyOf({ retry }: Pick<Activity, 'retry'>): Required<Retry> {
  return {
    maxAttempts: retry?.maxAttempts ?? usual.maxAttempts,
    firstDelay: retry?.firstDelay ?? usual.firstDelay,
    factor: retry?.factor ?? usual.factor,
    maxDelay: retry?.maxDelay ?? usual.maxDelay,
    jitter: retry?.jitter ?? usual.jitter,
    stopOn: retry?.stopOn ?? [],
  };
}
