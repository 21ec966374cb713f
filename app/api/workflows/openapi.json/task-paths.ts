import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { pageOf, pageQuerySchema } from '@/lib/http/page';
import {
  authorityPreviewSchema,
  decidedSchema,
  decideSchema,
  releaseSchema,
  taskDetailSchema,
  taskFiltersSchema,
  taskRowSchema,
} from '@/lib/tasks/schema';
import { named, operation } from './operation';

const tag = 'Tasks';
const path = named('id', 'The task’s id.');

export const taskPaths: ZodOpenApiPathsObject = {
  '/tasks': {
    get: operation('listTasks', {
      tag,
      summary: 'Tasks of the caller, of one instance, or of everybody',
      query: taskFiltersSchema.extend(pageQuerySchema.shape),
      answer: pageOf(taskRowSchema),
    }),
  },
  '/tasks/{id}': {
    get: operation('getTask', {
      tag,
      summary: 'A task with its form, and whether the caller may decide it',
      path,
      answer: taskDetailSchema,
    }),
  },
  '/tasks/{id}/authority': {
    get: operation('previewAuthority', {
      tag,
      summary:
        'Whether the caller may decide it and by what right, how the votes stand, and who else can act',
      path,
      answer: authorityPreviewSchema,
    }),
  },
  '/tasks/{id}/claim': {
    post: operation('claimTask', { tag, summary: 'The caller takes it', path, answer: decidedSchema }),
  },
  '/tasks/{id}/release': {
    post: operation('releaseTask', {
      tag,
      summary: 'It goes back to all who may decide it',
      path,
      body: releaseSchema,
      answer: decidedSchema,
    }),
  },
  '/tasks/{id}/decide': {
    post: operation('decideTask', {
      tag,
      summary: 'The caller decides it; of several at once one counts',
      path,
      body: decideSchema,
      answer: decidedSchema,
    }),
  },
};
