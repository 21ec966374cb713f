import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { acceptParameter, fileSchema, startFileSchema, uploadedSchema } from '@/lib/files/schema';
import { named, operation } from './operation';

const tag = 'Files';
const binary = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } as const;

const upload = operation('uploadFile', {
  tag,
  summary: 'Uploads a file for the step that waits for one; the body is its content',
  path: named('id', 'The instance’s id.'),
  query: z.object({
    step: z.string().describe('Key of the step.'),
    name: z.string().describe('The file’s name.'),
  }),
  answer: uploadedSchema,
  status: 201,
});
const download = operation('downloadFile', {
  tag,
  summary: 'The content of a file, for saving',
  path: named('id', 'The file’s id.'),
  answer: z.string(),
});

const forStart = operation('uploadFileForStart', {
  tag,
  summary:
    'Uploads a file for a request that is about to be started, whose input then names it as `<id>/<name>`; the body is its content',
  query: z.object({
    definition: z.string().describe('Key of the definition that is to be started.'),
    name: z.string().describe('The file’s name.'),
    accept: acceptParameter,
  }),
  answer: startFileSchema,
  status: 201,
});

export const filePaths: ZodOpenApiPathsObject = {
  '/instances/{id}/files': {
    get: operation('listFiles', {
      tag,
      summary: 'Its files, in the order in which they came',
      path: named('id', 'The instance’s id.'),
      answer: z.array(fileSchema),
    }),
    post: { ...upload, requestBody: { required: true, content: binary } },
  },
  '/files': { post: { ...forStart, requestBody: { required: true, content: binary } } },
  '/files/{id}': {
    get: {
      ...download,
      responses: { ...download.responses, '200': { description: 'The file.', content: binary } },
    },
  },
};
