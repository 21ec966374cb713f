import { z } from 'zod';
import { keySchema } from '@/lib/engine/definition/primitives';
import { jsonObjectSchema } from '@/lib/people/schema';
import { becauseSchema } from './schema';

/** A correction of the data; it takes the place of the context before. */
export const editSchema = becauseSchema.extend({ context: jsonObjectSchema });
export type EditContext = z.input<typeof editSchema>;

/** A transition for repairs, along which the instance goes on; `stay` where several branches are in its step. */
export const moveSchema = becauseSchema.extend({
  transition: keySchema,
  stay: z.string().min(1).max(300).optional(),
});
export type MoveInstance = z.input<typeof moveSchema>;

/** A timer that is not waited for. */
export const runTimerSchema = becauseSchema.extend({ timer: z.string().min(1).max(300) });
export type RunTimer = z.input<typeof runTimerSchema>;
