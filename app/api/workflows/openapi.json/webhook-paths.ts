import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { pageOf } from '@/lib/http/page';
import { anyJsonSchema } from '@/lib/people/schema';
import {
  createSourceSchema,
  deliveredSchema,
  putSourceSchema,
  receivedFiltersSchema,
  receivedSchema,
  sourceSchema,
  sourceWithKeySchema,
} from '@/lib/webhooks/schema';
import { named, operation } from './operation';

const tag = 'Webhooks';
const source = named('id', 'The source’s id.');

export const webhookPaths: ZodOpenApiPathsObject = {
  '/webhooks/{source}': {
    post: {
      ...operation('deliverWebhook', {
        tag,
        summary:
          'A partner’s delivery: a signal or a start, as the source’s mapping says. It needs no key but a signature',
        path: named('source', 'The source’s id.'),
        headers: z.object({
          'webhook-id': z.string().describe('The same in every try; it counts once.'),
          'webhook-timestamp': z.string().describe('Seconds since 1970.'),
          'webhook-signature': z
            .string()
            .describe('`v1,` and the base64 HMAC-SHA-256 of `id.timestamp.body` (Standard Webhooks).'),
        }),
        body: anyJsonSchema,
        answer: deliveredSchema,
        status: 202,
      }),
      security: [],
    },
  },
  '/webhook-sources': {
    get: operation('listWebhookSources', {
      tag,
      summary: 'Addresses at which partners call',
      answer: z.array(sourceSchema),
    }),
    post: operation('createWebhookSource', {
      tag,
      summary: 'Makes an address; the answer alone has its signing key',
      body: createSourceSchema,
      answer: sourceWithKeySchema,
      status: 201,
    }),
  },
  '/webhook-sources/{id}': {
    get: operation('getWebhookSource', { tag, summary: 'A source', path: source, answer: sourceSchema }),
    put: operation('putWebhookSource', {
      tag,
      summary: 'Changes, stops or starts a source',
      path: source,
      body: putSourceSchema,
      answer: sourceSchema,
    }),
  },
  '/webhook-sources/{id}/rotate': {
    post: operation('rotateWebhookSourceKey', {
      tag,
      summary: 'Another signing key; the answer alone has it, and the one before ends',
      path: source,
      answer: sourceWithKeySchema,
    }),
  },
  '/webhook-sources/{id}/deliveries': {
    get: operation('listWebhookDeliveries', {
      tag,
      summary: 'What came, taken or refused and why; the newest first',
      path: source,
      query: receivedFiltersSchema,
      answer: pageOf(receivedSchema),
    }),
  },
};
