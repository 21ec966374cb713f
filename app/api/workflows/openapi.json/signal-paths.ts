import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { correlatedSignalSchema, sentSignalSchema, signalSchema } from '@/lib/signals/schema';
import { named, operation } from './operation';

const tag = 'Signals';

export const signalPaths: ZodOpenApiPathsObject = {
  '/instances/{id}/signals': {
    post: operation('sendSignal', {
      tag,
      summary: 'Sends it a signal: taken by the step that waits for it, else kept for one that will',
      path: named('id', 'The instance’s id.'),
      body: signalSchema,
      answer: sentSignalSchema,
    }),
  },
  '/signals': {
    post: operation('sendCorrelatedSignal', {
      tag,
      summary: 'Sends a signal to the live instance about a subject, or with a correlation key',
      body: correlatedSignalSchema,
      answer: sentSignalSchema,
    }),
  },
};
