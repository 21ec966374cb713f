import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { addCommentSchema, commentSchema } from '@/lib/comments/schema';
import { named, operation } from './operation';

const tag = 'Comments';
const path = named('id', 'The instance’s id.');
const binary = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } as const;

const addDocument = operation('addDocument', {
  tag,
  summary: 'Adds a document to an instance; the body is its content',
  path,
  query: z.object({ name: z.string().describe('The document’s name.') }),
  answer: commentSchema,
  status: 201,
});

export const commentPaths: ZodOpenApiPathsObject = {
  '/instances/{id}/comments': {
    get: operation('listComments', {
      tag,
      summary: 'What people wrote about it, and the documents that they added, the oldest first',
      path,
      answer: z.object({ items: z.array(commentSchema) }),
    }),
    post: operation('addComment', {
      tag,
      summary: 'The caller writes about it; the other side hears of it',
      path,
      body: addCommentSchema,
      answer: commentSchema,
      status: 201,
    }),
  },
  '/instances/{id}/documents': {
    post: { ...addDocument, requestBody: { required: true, content: binary } },
  },
};
