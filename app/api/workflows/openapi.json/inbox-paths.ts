import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import {
  bulkResultSchema,
  bulkSchema,
  changeViewSchema,
  draftSchema,
  savedViewSchema,
  saveViewSchema,
  snoozeSchema,
} from '@/lib/inbox/schema';
import { named, operation } from './operation';

const tag = 'Tasks';
const path = named('id', 'The task’s id.');
const viewPath = named('id', 'The view’s id.');

export const inboxPaths: ZodOpenApiPathsObject = {
  '/tasks/bulk': {
    post: operation('actOnTasks', {
      tag,
      summary:
        'Does the same to several tasks; each is authorized by itself, and the answer has a result for each',
      body: bulkSchema,
      answer: bulkResultSchema,
    }),
  },
  '/tasks/{id}/snooze': {
    put: operation('snoozeTask', {
      tag,
      summary: 'The caller puts it off until an instant, for themselves',
      path,
      body: snoozeSchema,
      answer: snoozeSchema,
    }),
  },
  '/tasks/{id}/draft': {
    put: operation('saveTaskDraft', {
      tag,
      summary: 'Keeps what the caller has typed for it',
      path,
      body: draftSchema,
      answer: z.object({ saved: z.boolean() }),
    }),
  },
  '/inbox-views': {
    get: operation('listInboxViews', {
      tag,
      summary: 'The caller’s saved views and those shared with them, with counts',
      answer: z.array(savedViewSchema),
    }),
    post: operation('saveInboxView', {
      tag,
      summary: 'Keeps a list of the inbox under a name',
      body: saveViewSchema,
      answer: savedViewSchema,
      status: 201,
    }),
  },
  '/inbox-views/{id}': {
    patch: operation('changeInboxView', {
      tag,
      summary: 'Renames, recolours, changes or shares a view of one’s own',
      path: viewPath,
      body: changeViewSchema,
      answer: savedViewSchema,
    }),
    delete: operation('deleteInboxView', {
      tag,
      summary: 'Deletes a view',
      path: viewPath,
      answer: z.object({ id: z.string() }),
    }),
  },
};
