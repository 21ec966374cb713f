import { z } from 'zod';
import { anyJsonSchema, instantSchema } from '@/lib/people/schema';
import { roomSchema } from './room-schema';

const activityErrorSchema = z.object({
  code: z.string(),
  message: z.string(),
  retryable: z.boolean().optional(),
});

const attemptSchema = z.object({
  number: z.number(),
  worker: z.string(),
  startedAt: instantSchema,
  endedAt: instantSchema.nullable(),
  result: z.enum(['completed', 'failed', 'cancelled']).nullable(),
  error: activityErrorSchema.nullable(),
});

/** An activity in a stay, with its attempts, as the page of an instance lists it. */
export const executionSchema = z.object({
  key: z.string(),
  step: z.string(),
  stepName: z.string(),
  visit: z.number(),
  activity: z.string(),
  /** Key of the execution that this one undoes. */
  undoOf: z.string().nullable(),
  activityName: z.string(),
  type: z.string(),
  status: z.string(),
  attempts: z.array(attemptSchema),
  nextAttemptAt: instantSchema.nullable(),
  room: roomSchema,
  output: anyJsonSchema,
  error: activityErrorSchema.nullable(),
  createdAt: instantSchema,
  closedAt: instantSchema.nullable(),
});
export type ExecutionRow = z.infer<typeof executionSchema>;
