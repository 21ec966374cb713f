import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { putResourceSchema, resourceDetailSchema, resourceRowSchema } from '@/lib/resources/schema';
import { named, operation } from './operation';

const tag = 'Resources';
const key = named('key', 'The resource’s key.');

export const resourcePaths: ZodOpenApiPathsObject = {
  '/resources': {
    get: operation('listResources', {
      tag,
      summary: 'Resources with their capacities, what runs at them and what waits for room, by title',
      answer: z.array(resourceRowSchema),
    }),
  },
  '/resources/{key}': {
    get: operation('getResource', {
      tag,
      summary: 'A resource, with the attempts that have a place at it and those in line',
      path: key,
      answer: resourceDetailSchema,
    }),
    put: operation('putResource', {
      tag,
      summary: 'Makes a resource, or changes its capacity',
      path: key,
      headers: z.object({
        'If-Match': z
          .string()
          .optional()
          .describe('The revision that the change was made from; `"0"` for a new one.'),
      }),
      body: putResourceSchema,
      answer: resourceRowSchema,
    }),
  },
};
