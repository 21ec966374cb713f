import type { z } from 'zod';
import type { Json } from '@/lib/engine/json';

/** What an attempt of a plugin's activity knows besides its settings. */
export type PluginCall = {
  /** The same for every attempt of one activity: what has been done under it once is not done again. */
  readonly idempotencyKey: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Aborted at the attempt's timeout, when the lease is lost and when the worker has to stop. */
  readonly signal: AbortSignal;
  /** JSON lines of the worker's log, with the instance and the idempotency key. Never log a secret. */
  readonly logger: PluginLogger;
};

export type PluginLogger = Readonly<
  Record<'debug' | 'info' | 'warn' | 'error', (data: object, message: string) => void>
>;

/**
 * An activity type of somebody else's (DESIGN 7, docs/plugins.md). A module that INTERLOCK_PLUGINS names exports a list of
 * them as `activities`.
 */
export type ActivityPlugin<Settings extends z.ZodType = z.ZodType> = {
  /** As definitions write it: `vendor.name`, lower case. */
  readonly type: string;
  /** What people call it. */
  readonly name: string;
  readonly description?: string;
  /**
   * A Zod schema (of an object) of the settings. Publishing checks definitions with what of it JSON Schema can say, and the
   * designer draws its form from that; each attempt checks its settings, templates filled in, with all of it.
   */
  readonly settings: Settings;
  /**
   * Classes of errors that another try may mend; any other error ends the activity. Left out, every error is tried again as
   * the activity's policy says.
   */
  readonly retryOn?: readonly (abstract new (...given: never[]) => Error)[];
  /** Does the work of one attempt. What it returns, as JSON, is the result that `output` mappings see. */
  run(settings: z.output<Settings>, call: PluginCall): Promise<Json | void>;
};
