import type { ZodOpenApiPathsObject } from 'zod-openapi';
import {
  itemSchema,
  itemsQuerySchema,
  jobDetailSchema,
  jobSchema,
  jobsQuerySchema,
  prepareSchema,
} from '@/lib/bulk-jobs/schema';
import { pageOf } from '@/lib/http/page';
import { named, operation } from './operation';

const tag = 'Bulk jobs';
const path = named('id', 'The job’s id.');

function change(id: string, summary: string) {
  return { post: operation(id, { tag, summary, path, answer: jobDetailSchema }) };
}

export const bulkJobPaths: ZodOpenApiPathsObject = {
  '/bulk-jobs': {
    get: operation('listBulkJobs', {
      tag,
      summary: 'Jobs, the newest first',
      query: jobsQuerySchema,
      answer: pageOf(jobSchema),
    }),
    post: operation('prepareBulkJob', {
      tag,
      summary:
        'Freezes the list of instances of a job and says where they stand; nothing happens before it is started',
      body: prepareSchema,
      answer: jobDetailSchema,
      status: 201,
    }),
  },
  '/bulk-jobs/{id}': {
    get: operation('getBulkJob', { tag, summary: 'A job with its progress', path, answer: jobDetailSchema }),
  },
  '/bulk-jobs/{id}/items': {
    get: operation('listBulkJobItems', {
      tag,
      summary: 'What became of each instance, in the order of the list',
      path,
      query: itemsQuerySchema,
      answer: pageOf(itemSchema),
    }),
  },
  '/bulk-jobs/{id}/start': change('startBulkJob', 'Starts a prepared job'),
  '/bulk-jobs/{id}/pause': change('pauseBulkJob', 'Nothing more of it begins'),
  '/bulk-jobs/{id}/resume': change('resumeBulkJob', 'A paused job goes on'),
  '/bulk-jobs/{id}/cancel': change('cancelBulkJob', 'What has not begun will not; what was done stays done'),
  '/bulk-jobs/{id}/retry': change('retryBulkJob', 'The failed ones are tried again'),
};
