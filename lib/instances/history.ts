import { z } from 'zod';
import { anyJsonSchema } from '@/lib/people/schema';

const sequenceSchema = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/**
 * Events are read upwards from a sequence number (`after`), or downwards: `before=latest` gives the newest ones,
 * `before=N` those just below N. Each page is in ascending order; its `next` goes into the same parameter.
 */
export const eventsQuerySchema = z.object({
  after: sequenceSchema.optional(),
  before: z.union([z.literal('latest'), sequenceSchema]).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(100),
});
export type EventsQuery = {
  readonly after?: number | undefined;
  readonly before?: number | 'latest' | undefined;
  readonly limit?: number | undefined;
};

/** What `verify` says of an instance's history (DESIGN 5.4 and 8.9). */
export const verificationSchema = z.object({
  ok: z.boolean(),
  events: z.number(),
  chain: z.union([z.literal('whole'), z.object({ brokenAt: z.number() })]),
  /** Replaying all events from zero gives the stored snapshot, field by field. */
  replayEqual: z.boolean(),
  differences: z.array(z.object({ path: z.string(), stored: anyJsonSchema, replayed: anyJsonSchema })),
});
