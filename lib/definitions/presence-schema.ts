import { z } from 'zod';
import { instantSchema } from '@/lib/people/schema';

/** How often an open designer says that it is open, in seconds; who is silent for twice as long and a bit has left. */
export const presenceEvery = 20;
export const presenceLasts = 50;

/** Who else has the draft open, and how it stands. */
export const presenceSchema = z.object({
  /** Id of the definition: the stream of changes names it when somebody comes, goes or saves. */
  id: z.string(),
  revision: z.number(),
  others: z.array(z.object({ name: z.string(), since: instantSchema })),
});
export type Presence = z.infer<typeof presenceSchema>;
