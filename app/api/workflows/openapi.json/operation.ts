import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { refusalCodes } from '@/lib/people/refusal';

/** A problem document (RFC 9457), as lib/http/problem.ts writes it. */
export const problemSchema = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.number(),
    code: z.enum([
      ...refusalCodes,
      'invalid_json',
      'unsupported_media_type',
      'cross_site',
      'internal',
      'unavailable',
    ]),
    detail: z.string(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({
    id: 'Problem',
    description: 'Why it did not happen (RFC 9457). `code` is stable, `detail` is for people.',
  });

type Described = {
  readonly tag: string;
  readonly summary: string;
  readonly path?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
  /** Status of the answer; 200 where it is left out. */
  readonly status?: 200 | 201 | 202 | 204;
};

const actAs = z.object({
  'Interlock-Act-As': z
    .string()
    .optional()
    .describe(
      'E-mail address of the person on whose behalf the key acts; it needs the permission act_as_others.',
    ),
});

const rateLimit = z.object({
  'RateLimit-Policy': z.string().describe('`"key";q=10000;w=10`: the quota, and its window in seconds.'),
  RateLimit: z
    .string()
    .describe('`"key";r=9998;t=7`: what is left of it, and the seconds until it is full again.'),
});

/** One operation of the API. Every one may be refused with a problem document. */
export function operation(id: string, described: Described): ZodOpenApiOperationObject {
  const { tag, summary, path, query, headers, body, answer, status = 200 } = described;
  return {
    operationId: id,
    tags: [tag],
    summary,
    requestParams: {
      ...(path && { path }),
      ...(query && { query }),
      header: headers ? actAs.extend(headers.shape) : actAs,
    },
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      [`${status}`]: {
        description: summary,
        headers: rateLimit,
        content: { 'application/json': { schema: answer } },
      },
      429: {
        description: 'The key, or the person, has sent too many requests; `Retry-After` says when to go on.',
        headers: rateLimit.extend({ 'Retry-After': z.int().describe('Seconds until the next request.') }),
        content: { 'application/problem+json': { schema: problemSchema } },
      },
      default: {
        description: 'It did not happen, and the document says why.',
        content: { 'application/problem+json': { schema: problemSchema } },
      },
    },
  };
}

/** The parameter of a path that names something. */
export function named(name: string, description: string) {
  return z.object({ [name]: z.string().describe(description) });
}
