import { z } from 'zod';
import { childMoves, type ChildStatus, type InstanceStatus, instanceMoves } from '@/lib/engine/lifecycle';
import { instantSchema } from '@/lib/people/schema';

const statuses = Object.keys(instanceMoves) as [InstanceStatus, ...InstanceStatus[]];
const childStatuses = Object.keys(childMoves) as [ChildStatus, ...ChildStatus[]];

/** Another instance that belongs to this one, as far as the actor may see it. */
export const relativeSchema = z.object({
  id: z.string(),
  definition: z.object({ key: z.string(), name: z.string(), version: z.number() }),
  subject: z.object({ type: z.string(), id: z.string() }),
  status: z.enum(statuses),
  stateName: z.string().nullable(),
  outcome: z.string().nullable(),
  createdAt: instantSchema,
  closedAt: instantSchema.nullable(),
});
export type Relative = z.infer<typeof relativeSchema>;

/** A child that a step has asked for. */
export const childSchema = z.object({
  key: z.string(),
  step: z.string(),
  stepName: z.string(),
  visit: z.number(),
  /** Place in the list, from 0; `attempt` rises when one that failed is started anew. */
  position: z.number(),
  attempt: z.number(),
  definition: z.string(),
  /** Id of its subject. */
  subject: z.string(),
  /** What it is to its parent: `failed` also where it could not be started. */
  status: z.enum(childStatuses),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  createdAt: instantSchema,
  closedAt: instantSchema.nullable(),
  /** Its own instance; null before it has been started, and for whoever may not see it. */
  instance: relativeSchema.nullable(),
});
export type ChildRow = z.infer<typeof childSchema>;
