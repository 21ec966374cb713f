import { z } from 'zod';
import { keySchema } from '@/lib/engine/definition/primitives';
import { jsonObjectSchema } from '@/lib/people/schema';
import { deciderSchema } from '@/lib/tasks/schema';

/** What is asked of a definition that somebody draws, saved or not: who would get the task of a step now. */
export const whoRequestSchema = z.strictObject({
  /** The definition as it stands; lib/engine parses it. */
  definition: z.unknown().refine((value) => value !== undefined, 'the definition is missing'),
  step: keySchema.describe('Key of the step with the task.'),
  data: jsonObjectSchema.describe(
    'The data of the request by then: its input, and what earlier steps left under tasks, activities, signals.',
  ),
  requester: z
    .email()
    .nullish()
    .describe('Whose request it would be, by e-mail address; nobody’s where it is left out.'),
});
export type WhoRequest = z.infer<typeof whoRequestSchema>;

/** Who would get the task, and who comes into question and would not. */
export const whoWouldSchema = z.object({
  /** At most 200, those who could decide first. */
  people: z.array(deciderSchema),
  /** How many different people have to approve. */
  required: z.number(),
  /** Whom the task would be assigned to; null: nobody in particular. */
  assignee: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** Addresses that the process names and that belong to nobody here. */
  strangers: z.array(z.string()),
  /** Roles that the process names and that nobody holds now. */
  emptyRoles: z.array(z.string()),
});
export type WhoWould = z.infer<typeof whoWouldSchema>;
