import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { exportSchema } from '@/lib/instances/export';
import { editSchema, moveSchema, runTimerSchema } from '@/lib/instances/repair-schema';
import { instanceRowSchema, positionSchema } from '@/lib/instances/schema';
import {
  addressPlaceSchema,
  hiddenViewSchema,
  putViewSchema,
  savedViewSchema,
  saveViewSchema,
} from '@/lib/saved-views/schema';
import { dataChangeSchema, messagesSchema, operationsSchema } from '@/lib/support/dossier-schema';
import { erasedSchema, erasurePreviewSchema, eraseSchema, erasureSchema } from '@/lib/support/erasure-schema';
import {
  availabilitySchema,
  boardSchema,
  consequencesSchema,
  incidentFiltersSchema,
  incidentGroupSchema,
  previewSchema,
  putIncidentGroupSchema,
} from '@/lib/support/schema';
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
  '/instances/{id}/actions': {
    get: operation('listActions', {
      tag,
      summary: 'Which actions the caller may do now, and of the others why not',
      path: named('id', 'The instance’s id.'),
      answer: z.array(availabilitySchema),
    }),
  },
  '/instances/{id}/evidence': {
    get: operation('exportEvidence', {
      tag,
      summary: 'The whole history with its hash chain, as a file that is verified without the product',
      path: named('id', 'The instance’s id.'),
      answer: z.looseObject({ format: z.string(), events: z.array(z.looseObject({ hash: z.string() })) }),
    }),
  },
  '/instances/{id}/messages': {
    get: operation('readMessages', {
      tag,
      summary:
        'Signals that came with what became of each, mails with their delivery, events that sinks have not got',
      path: named('id', 'The instance’s id.'),
      answer: messagesSchema,
    }),
  },
  '/instances/{id}/operations': {
    get: operation('readOperations', {
      tag,
      summary: 'What staff have done to it: alone, in bulk jobs, and what only the audit log knows',
      path: named('id', 'The instance’s id.'),
      answer: operationsSchema,
    }),
  },
  '/instances/{id}/changes': {
    get: operation('listDataChanges', {
      tag,
      summary: 'Who changed which field of its data when, and from what to what; the newest first',
      path: named('id', 'The instance’s id.'),
      answer: z.array(dataChangeSchema),
    }),
  },
  '/instances/{id}/erase-preview': {
    post: operation('previewErasure', {
      tag,
      summary: 'What an erasure would remove at this moment, found by doing it and taking it back',
      path: named('id', 'The instance’s id.'),
      body: erasureSchema,
      answer: erasurePreviewSchema,
    }),
  },
  '/instances/{id}/erase': {
    post: operation('eraseData', {
      tag,
      summary: 'Takes personal data out of an ended instance for good; the history still verifies',
      path: named('id', 'The instance’s id.'),
      body: eraseSchema,
      answer: erasedSchema,
    }),
  },
  '/instances/{id}/preview': {
    post: operation('previewAction', {
      tag,
      summary: 'What an action would do at this moment; nothing is written',
      path: named('id', 'The instance’s id.'),
      body: previewSchema,
      answer: consequencesSchema,
    }),
  },
  '/instances/{id}/edit': {
    post: operation('editContext', {
      tag,
      summary: 'Support corrects the data, with a reason',
      path: named('id', 'The instance’s id.'),
      body: editSchema,
      answer: positionSchema,
    }),
  },
  '/instances/{id}/move': {
    post: operation('moveInstance', {
      tag,
      summary: 'It goes on in another step, along a transition that its definition declares for repairs',
      path: named('id', 'The instance’s id.'),
      body: moveSchema,
      answer: positionSchema,
    }),
  },
  '/instances/{id}/run-timer': {
    post: operation('runTimer', {
      tag,
      summary: 'What an open timer is for happens now',
      path: named('id', 'The instance’s id.'),
      body: runTimerSchema,
      answer: positionSchema,
    }),
  },
  '/operations/board': {
    get: operation('readBoard', {
      tag,
      summary: 'Live instances by definition, step and age, taken within the last seconds',
      answer: boardSchema,
    }),
  },
  '/operations/incidents': {
    get: operation('listIncidentGroups', {
      tag,
      summary: 'Open incidents by cause, across all processes',
      query: incidentFiltersSchema,
      answer: z.object({ tiles: z.record(z.string(), z.unknown()), groups: z.array(incidentGroupSchema) }),
    }),
  },
  '/operations/incidents/{id}': {
    patch: operation('putIncidentGroup', {
      tag,
      summary: 'Owner, note and snooze of a cause',
      path: named('id', 'The cause’s id.'),
      body: putIncidentGroupSchema,
      answer: incidentGroupSchema,
    }),
  },
  '/saved-views': {
    get: operation('listSavedViews', {
      tag,
      summary: 'One’s own views of a list and those that others share',
      query: z.object({ place: addressPlaceSchema }),
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
  '/saved-views/{id}/hidden': {
    put: operation('hideView', {
      tag,
      summary: 'Takes a view of any list that somebody else shares out of the caller’s own list',
      path: view,
      answer: hiddenViewSchema,
    }),
    delete: operation('showView', {
      tag,
      summary: 'Takes a hidden view back into the caller’s list',
      path: view,
      answer: hiddenViewSchema,
    }),
  },
};
