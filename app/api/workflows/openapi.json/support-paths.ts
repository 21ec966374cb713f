import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { exportSchema } from '@/lib/instances/export';
import { instanceRowSchema } from '@/lib/instances/schema';
import { putViewSchema, savedViewSchema, saveViewSchema, viewPlaceSchema } from '@/lib/saved-views/schema';
import { named, operation } from './operation';

const tag = 'Support';
const view = named('id', 'The view’s id.');

export const supportPaths: ZodOpenApiPathsObject = {
  '/instances/export': {
    get: operation('exportInstances', {
      tag,
      summary: 'The whole list as a file: CSV (safe from formulas), or JSON',
      query: exportSchema,
      answer: z.array(instanceRowSchema),
    }),
  },
  '/saved-views': {
    get: operation('listSavedViews', {
      tag,
      summary: 'One’s own views of a list and those that others share',
      query: z.object({ place: viewPlaceSchema }),
      answer: z.array(savedViewSchema),
    }),
    post: operation('saveView', {
      tag,
      summary: 'Keeps a list’s address under a name',
      body: saveViewSchema,
      answer: savedViewSchema,
      status: 201,
    }),
  },
  '/saved-views/{id}': {
    patch: operation('putView', {
      tag,
      summary: 'Renames, shares or changes a view',
      path: view,
      body: putViewSchema,
      answer: savedViewSchema,
    }),
    delete: operation('deleteView', {
      tag,
      summary: 'Deletes a view',
      path: view,
      answer: z.null(),
      status: 204,
    }),
  },
};
