import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import {
  addCommentSchema,
  commentSchema,
  mentionablePersonSchema,
  mentionableSchema,
} from '@/lib/comments/schema';
import { acceptParameter } from '@/lib/files/schema';
import { watchingSchema } from '@/lib/watchers/schema';
import { named, operation } from './operation';

const tag = 'Comments';
const path = named('id', 'The instance’s id.');
const binary = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } as const;

const addDocument = operation('addDocument', {
  tag,
  summary: 'Adds a document to an instance; the body is its content',
  path,
  query: z.object({ name: z.string().describe('The document’s name.'), accept: acceptParameter }),
  answer: commentSchema,
  status: 201,
});

const watchPaths = (kind: 'Instance' | 'Task', what: string) => {
  const own = { tag, path: named('id', `The ${what}’s id.`), answer: watchingSchema };
  return {
    get: operation(`get${kind}Watching`, { ...own, summary: `Who watches the ${what}` }),
    put: operation(`watch${kind}`, {
      ...own,
      summary: `The caller hears of decisions, deadlines and comments of the ${what}`,
    }),
    delete: operation(`stopWatching${kind}`, { ...own, summary: `The caller watches the ${what} no more` }),
  };
};

export const commentPaths: ZodOpenApiPathsObject = {
  '/instances/{id}/watch': watchPaths('Instance', 'instance'),
  '/tasks/{id}/watch': watchPaths('Task', 'task'),
  '/instances/{id}/mentionable': {
    get: operation('findMentionable', {
      tag,
      summary: 'Colleagues who may be named in a comment, and whether each may read what it is about',
      path,
      query: mentionableSchema,
      answer: z.object({ items: z.array(mentionablePersonSchema) }),
    }),
  },
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
