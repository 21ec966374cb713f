import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import {
  createdSinkSchema,
  createSinkSchema,
  deliveryFiltersSchema,
  deliverySchema,
  putSinkSchema,
  resentSchema,
  signingKeySchema,
  sinkSchema,
} from '@/lib/event-sinks/schema';
import { pageOf } from '@/lib/http/page';
import { named, operation } from './operation';

const tag = 'Events';
const sink = named('id', 'The sink’s id.');

export const eventPaths: ZodOpenApiPathsObject = {
  '/event-sinks': {
    get: operation('listSinks', { tag, summary: 'Who hears of events', answer: z.array(sinkSchema) }),
    post: operation('createSink', {
      tag,
      summary: 'Makes a sink of CloudEvents; the answer alone has its signing key',
      body: createSinkSchema,
      answer: createdSinkSchema,
      status: 201,
    }),
  },
  '/event-sinks/{id}': {
    get: operation('getSink', { tag, summary: 'A sink', path: sink, answer: sinkSchema }),
    put: operation('putSink', {
      tag,
      summary: 'Changes, stops or starts a sink',
      path: sink,
      body: putSinkSchema,
      answer: sinkSchema,
    }),
  },
  '/event-sinks/{id}/resend': {
    post: operation('resendToSink', {
      tag,
      summary: 'What was given up for the sink is tried again',
      path: sink,
      answer: resentSchema,
    }),
  },
  '/event-deliveries': {
    get: operation('listDeliveries', {
      tag,
      summary: 'Events that sinks have not got',
      query: deliveryFiltersSchema,
      answer: pageOf(deliverySchema),
    }),
  },
  '/event-deliveries/{id}/resend': {
    post: operation('resendDelivery', {
      tag,
      summary: 'An event that was given up is tried again',
      path: named('id', 'The delivery’s id.'),
      answer: resentSchema,
    }),
  },
  '/signing-key': {
    post: operation('revealSigningKey', {
      tag,
      summary: 'The key that signs what CALL_WEBHOOK sends; reading it is on record',
      answer: signingKeySchema,
    }),
  },
};
