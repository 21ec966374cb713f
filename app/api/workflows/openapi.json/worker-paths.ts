import type { ZodOpenApiPathsObject } from 'zod-openapi';
import {
  completeSchema,
  extendedSchema,
  extendSchema,
  failSchema,
  fetchedSchema,
  fetchSchema,
  reportedSchema,
} from '@/lib/external-work/schema';
import { operation } from './operation';

const tag = 'Workers';

export const workerPaths: ZodOpenApiPathsObject = {
  '/workers/fetch-and-lock': {
    post: operation('fetchWork', {
      tag,
      summary: 'External work under a lease; waits for some if asked to',
      body: fetchSchema,
      answer: fetchedSchema,
    }),
  },
  '/workers/extend': {
    post: operation('extendWork', {
      tag,
      summary: 'The lease ends later',
      body: extendSchema,
      answer: extendedSchema,
    }),
  },
  '/workers/complete': {
    post: operation('completeWork', {
      tag,
      summary: 'The work is done, with its result',
      body: completeSchema,
      answer: reportedSchema,
    }),
  },
  '/workers/fail': {
    post: operation('failWork', {
      tag,
      summary: 'The work has failed; the retry policy says what follows',
      body: failSchema,
      answer: reportedSchema,
    }),
  },
};
