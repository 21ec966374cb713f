import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { whoRequestSchema, whoWouldSchema } from '@/lib/design/schema';
import { definitionSchema } from '@/lib/engine/definition/schema';
import { operation } from './operation';

export const designPaths: ZodOpenApiPathsObject = {
  '/candidates': {
    post: operation('whoWouldDecide', {
      tag: 'Definitions',
      summary: 'Who would get the task of a step now, for a request with this data; nothing is stored',
      body: whoRequestSchema.extend({ definition: definitionSchema }),
      answer: whoWouldSchema,
    }),
  },
};
