import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import {
  activityTypeSchema,
  definitionDetailSchema,
  definitionRowSchema,
  lintedSchema,
  publishedSchema,
  savedDraftSchema,
  versionDetailSchema,
} from '@/lib/definitions/schema';
import { definitionSchema, layoutSchema } from '@/lib/engine/definition/schema';
import { pageOf, searchQuerySchema } from '@/lib/http/page';
import { named, operation } from './operation';

const tag = 'Definitions';
const path = named('key', 'The definition’s key.');
const ifMatch = z.object({
  'If-Match': z.string().optional().describe('The ETag of the draft that the change was made from.'),
});
const draft = z.strictObject({ definition: definitionSchema, layout: layoutSchema.nullish() });

export const definitionPaths: ZodOpenApiPathsObject = {
  '/activity-types': {
    get: operation('listActivityTypes', {
      tag,
      summary: 'The activity types that plugins have brought, with the JSON Schema of their settings',
      answer: z.object({ items: z.array(activityTypeSchema) }),
    }),
  },
  '/definitions': {
    get: operation('listDefinitions', {
      tag,
      summary: 'Definitions by name',
      query: searchQuerySchema,
      answer: pageOf(definitionRowSchema),
    }),
  },
  '/definitions/{key}': {
    get: operation('getDefinition', {
      tag,
      summary: 'A definition with its draft and its versions',
      path,
      answer: definitionDetailSchema,
    }),
    put: operation('saveDraft', {
      tag,
      summary: 'Saves the draft; a new definition answers 201',
      path,
      headers: ifMatch,
      body: draft,
      answer: savedDraftSchema,
    }),
  },
  '/definitions/{key}/lint': {
    post: operation('lintDraft', {
      tag,
      summary: 'What lint finds in the draft',
      path,
      answer: lintedSchema,
    }),
  },
  '/definitions/{key}/publish': {
    post: operation('publishDefinition', {
      tag,
      summary: 'Makes the draft the active version',
      path,
      headers: ifMatch,
      answer: publishedSchema,
    }),
  },
  '/definitions/{key}/versions/{version}': {
    get: operation('getVersion', {
      tag,
      summary: 'A published version',
      path: path.extend({ version: z.number().int() }),
      answer: versionDetailSchema,
    }),
  },
};
