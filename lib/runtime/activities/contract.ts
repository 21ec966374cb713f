import type { Json } from '@/lib/engine/json';
import type { ActivityError } from '@/lib/engine/snapshot';

/** What an attempt knows besides its settings. */
export type ActivityCall = {
  readonly tenantId: string;
  readonly instanceId: string;
  /** The same for every attempt of the execution; it goes out with the call (DESIGN 8.3). */
  readonly idempotencyKey: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Aborted at the attempt's timeout, when the lease is lost and when the worker has to stop. */
  readonly signal: AbortSignal;
};

/** An attempt that failed in a way that the activity's policy should know of. */
export class ActivityFailure extends Error {
  override readonly name = 'ActivityFailure';

  constructor(
    readonly error: ActivityError,
    options?: ErrorOptions,
  ) {
    super(error.message, options);
  }
}

/** The most that an attempt's result may take, as JSON text, in bytes. */
export const mostResultBytes = 1_048_576;

/** Runs one attempt of an activity type; rejects with `ActivityFailure` for what it can name. */
export type RunActivity<Settings> = (settings: Settings, call: ActivityCall) => Promise<Json>;
