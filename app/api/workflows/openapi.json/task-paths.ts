import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { pageOf, pageQuerySchema } from '@/lib/http/page';
import {
  authorityPreviewSchema,
  decidedSchema,
  decideSchema,
  delegateSchema,
  reassignSchema,
  releaseSchema,
  taskDetailSchema,
  taskRowSchema,
} from '@/lib/tasks/schema';
import { factLabelsQuerySchema, factValuesQuerySchema } from '@/lib/inbox/facts';
import {
  factLabelSchema,
  factValueSchema,
  taskCountsSchema,
  taskFiltersSchema,
  taskProcessSchema,
} from '@/lib/inbox/schema';
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
  '/tasks/counts': {
    get: operation('countTasks', {
      tag,
      summary: 'How many tasks each view of the caller has, at most 1,000',
      answer: taskCountsSchema,
    }),
  },
  '/tasks/facts': {
    get: operation('listTaskFacts', {
      tag,
      summary: 'The business facts by which the caller’s list can be filtered and sorted',
      query: factLabelsQuerySchema,
      answer: z.array(factLabelSchema),
    }),
  },
  '/tasks/facts/values': {
    get: operation('listTaskFactValues', {
      tag,
      summary: 'The values that a business fact has among the caller’s tasks',
      query: factValuesQuerySchema,
      answer: z.array(factValueSchema),
    }),
  },
  '/tasks/processes': {
    get: operation('listTaskProcesses', {
      tag,
      summary: 'The processes that have tasks in the caller’s list',
      query: factLabelsQuerySchema,
      answer: z.array(taskProcessSchema),
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
  '/tasks/{id}/delegate': {
    post: operation('delegateTask', {
      tag,
      summary: 'A colleague gets it, who may decide it or hand it back',
      path,
      body: delegateSchema,
      answer: decidedSchema,
    }),
  },
  '/tasks/{id}/hand-back': {
    post: operation('handBackTask', {
      tag,
      summary: 'A delegated task goes back to where it was before',
      path,
      body: releaseSchema,
      answer: decidedSchema,
    }),
  },
  '/tasks/{id}/reassign': {
    post: operation('reassignTask', {
      tag,
      summary: 'Staff give it to somebody, or back to all who may decide it',
      path,
      body: reassignSchema,
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
