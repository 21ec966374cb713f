import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { pageOf, pageQuerySchema } from '@/lib/http/page';
import { eventsQuerySchema, verificationSchema } from '@/lib/instances/history';
import {
  becauseSchema,
  cancelSchema,
  eventSchema,
  instanceDetailSchema,
  instanceListSchema,
  instanceRowSchema,
  positionSchema,
  reopenSchema,
  retrySchema,
  skipSchema,
  startedSchema,
  startSchema,
} from '@/lib/instances/schema';
import { named, operation } from './operation';

const tag = 'Instances';
const path = named('id', 'The instance’s id.');

function repair(id: string, summary: string, body: z.ZodType) {
  return { post: operation(id, { tag, summary, path, body, answer: positionSchema }) };
}

export const instancePaths: ZodOpenApiPathsObject = {
  '/instances': {
    get: operation('listInstances', {
      tag,
      summary: 'Instances in the order of `sort`, else the newest first',
      query: instanceListSchema.extend(pageQuerySchema.shape),
      answer: pageOf(instanceRowSchema),
    }),
    post: operation('startInstance', {
      tag,
      summary: 'Starts an instance; one that the same Idempotency-Key had started answers 200',
      headers: z.object({
        'Idempotency-Key': z
          .string()
          .max(200)
          .optional()
          .describe('Drawn by the caller; the same key with the same order gives the same instance.'),
      }),
      body: startSchema,
      answer: startedSchema,
      status: 201,
    }),
  },
  '/instances/{id}': {
    get: operation('getInstance', {
      tag,
      summary: 'An instance with its tasks, activities, children, incidents and context',
      path,
      answer: instanceDetailSchema,
    }),
  },
  '/instances/{id}/events': {
    get: operation('listEvents', {
      tag,
      summary: 'Its history, in order',
      path,
      query: eventsQuerySchema,
      answer: pageOf(eventSchema),
    }),
  },
  '/instances/{id}/verify': {
    get: operation('verifyInstance', {
      tag,
      summary: 'Re-computes the hash chain of its history and replays it',
      path,
      answer: verificationSchema,
    }),
  },
  '/instances/{id}/cancel': repair(
    'cancelInstance',
    'Ends it for good: at once, when what runs has ended (graceful), or after undoing what it did (compensated)',
    cancelSchema,
  ),
  '/instances/{id}/pause': repair('pauseInstance', 'Nothing begins in it until it is resumed', becauseSchema),
  '/instances/{id}/resume': repair('resumeInstance', 'A paused one goes on', becauseSchema),
  '/instances/{id}/retry': repair('retryInstance', 'What needs attention is tried again', retrySchema),
  '/instances/{id}/reopen': {
    post: operation('reopenInstance', {
      tag,
      summary: 'Takes up again what has ended: a new instance about the same subject, linked to this one',
      path,
      body: reopenSchema,
      answer: startedSchema,
      status: 201,
    }),
  },
  '/instances/{id}/skip': repair('skipActivity', 'It goes on without the failed activity', skipSchema),
};
