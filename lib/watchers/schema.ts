import { z } from 'zod';

/** What is watched: a whole request, or one of its tasks. */
export type Watched = { readonly kind: 'instance' | 'task'; readonly id: string };

export const watchingSchema = z.object({
  /** The caller watches it. */
  watching: z.boolean(),
  /** Who watches it, the first by name; at most 50. */
  people: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type Watching = z.infer<typeof watchingSchema>;
