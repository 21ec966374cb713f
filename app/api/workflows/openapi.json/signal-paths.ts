import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { pageOf } from '@/lib/http/page';
import {
  correlatedSignalSchema,
  keptFiltersSchema,
  keptSignalSchema,
  sentSignalSchema,
  signalSchema,
} from '@/lib/signals/schema';
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
    get: operation('listKeptSignals', {
      tag,
      summary: 'Signals that came before their instance',
      query: keptFiltersSchema,
      answer: pageOf(keptSignalSchema),
    }),
    post: operation('sendCorrelatedSignal', {
      tag,
      summary:
        'Sends a signal to the live instance about a subject, or with a correlation key; kept where there is none yet',
      body: correlatedSignalSchema,
      answer: sentSignalSchema,
    }),
  },
};
