import { z } from 'zod';
import { instantSchema } from '@/lib/people/schema';

/** Something that happens by itself at an instant, unless something else comes first. */
export const timerSchema = z.object({
  key: z.string(),
  /** Null for the timer of the whole instance. */
  stepName: z.string().nullable(),
  /** What happens then: the wait is over, a rung of a deadline acts, a deadline passes, a task comes back to attention, the maximum age is reached. */
  action: z.enum(['go_on', 'remind', 'reassign', 'escalate', 'transition', 'due', 'follow_up', 'age']),
  dueAt: instantSchema,
});
export type TimerRow = z.infer<typeof timerSchema>;

/** A signal that has come. */
export const receivedSignalSchema = z.object({
  id: z.string(),
  name: z.string(),
  receivedAt: instantSchema,
  expiresAt: instantSchema,
  /** The step that consumed it; null while it waits for one. */
  consumedIn: z.string().nullable(),
});
