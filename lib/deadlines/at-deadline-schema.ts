import { z } from 'zod';
import { instantSchema } from '@/lib/people/schema';

/** What a rung of a deadline does, and when. */
export const atDeadlineSchema = z.object({
  action: z.enum(['remind', 'reassign', 'escalate', 'transition']),
  at: instantSchema,
  roleName: z.string().nullable(),
  toManager: z.boolean(),
  /** Names of the steps to which its transitions lead. */
  leadsTo: z.array(z.string()),
});
/** What happens next at a deadline, by itself, when nobody decides before. */
export type AtDeadline = z.infer<typeof atDeadlineSchema>;
