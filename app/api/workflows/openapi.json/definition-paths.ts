import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import {
  activityTypeSchema,
  definitionDetailSchema,
  definitionRowSchema,
  exportQuerySchema,
  importedDraftSchema,
  importRequestSchema,
  lintedSchema,
  presenceSchema,
  publishedSchema,
  savedDraftSchema,
  versionDetailSchema,
} from '@/lib/definitions/schema';
import {
  activatedSchema,
  activateSchema,
  publishSchema,
  restoreSchema,
  retiredSchema,
  retireSchema,
} from '@/lib/definitions/version-schema';
import { dryRunOrderSchema, dryRunSchema } from '@/lib/dry-run/schema';
import { definitionSchema, layoutSchema } from '@/lib/engine/definition/schema';
import { scenariosSchema } from '@/lib/engine/simulation/scenario';
import { pageOf, searchQuerySchema } from '@/lib/http/page';
import { named, operation } from './operation';

const tag = 'Definitions';
const path = named('key', 'The definition’s key.');
const ofVersion = path.extend({ version: z.number().int() });
const ifMatch = z.object({
  'If-Match': z.string().optional().describe('The ETag of the draft that the change was made from.'),
});
const draft = z.strictObject({
  definition: definitionSchema,
  layout: layoutSchema.nullish(),
  scenarios: scenariosSchema.optional(),
});

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
  '/definitions/{key}/export': {
    get: operation('exportDefinition', {
      tag,
      summary: 'The draft, or a version, as a file: JSON, BPMN 2.0, Mermaid or SVG',
      path,
      query: exportQuerySchema,
      answer: z.string().describe('The file; its type is that of the format.'),
    }),
  },
  '/definition-imports': {
    post: operation('importDefinition', {
      tag,
      summary: 'Reads a file as a draft and says what it did not take over; nothing is saved',
      body: importRequestSchema,
      answer: importedDraftSchema,
    }),
  },
  '/definition-schema': {
    get: operation('getDefinitionSchema', {
      tag,
      summary: 'The JSON Schema of definitions, for editors and checks',
      answer: z.record(z.string(), z.unknown()),
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
      summary: 'Makes the draft a version, active at once or from an instant on',
      path,
      headers: ifMatch,
      body: publishSchema,
      answer: publishedSchema,
    }),
  },
  '/definitions/{key}/dry-run': {
    post: operation('dryRun', {
      tag,
      summary:
        'What an instance with this input would do: tasks, calls, mails, deadlines; nothing is sent or stored',
      path,
      body: dryRunOrderSchema,
      answer: dryRunSchema,
    }),
  },
  '/definitions/{key}/presence': {
    put: operation('bePresent', {
      tag,
      summary: 'Says that the person has the draft open, and who else has; to be said again every 20 s',
      path,
      answer: presenceSchema,
    }),
    delete: operation('leaveDraft', {
      tag,
      summary: 'Says that the person has closed the draft',
      path,
      answer: z.object({ left: z.boolean() }),
    }),
  },
  '/definitions/{key}/retire': {
    post: operation('retireDefinition', {
      tag,
      summary: 'Nothing of it starts any more; what runs goes on',
      path,
      body: retireSchema,
      answer: retiredSchema,
    }),
  },
  '/definitions/{key}/versions/{version}': {
    get: operation('getVersion', {
      tag,
      summary: 'A published version',
      path: ofVersion,
      answer: versionDetailSchema,
    }),
  },
  '/definitions/{key}/versions/{version}/activation': {
    put: operation('activateVersion', {
      tag,
      summary: 'Makes the version the active one, at once or from an instant on',
      path: ofVersion,
      body: activateSchema,
      answer: activatedSchema,
    }),
    delete: operation('takeBackActivation', {
      tag,
      summary: 'Takes back that the version is to become active',
      path: ofVersion,
      answer: activatedSchema,
    }),
  },
  '/definitions/{key}/versions/{version}/retire': {
    post: operation('retireVersion', {
      tag,
      summary: 'Nothing starts by the version any more, for good; what runs goes on',
      path: ofVersion,
      body: retireSchema,
      answer: retiredSchema,
    }),
  },
  '/definitions/{key}/versions/{version}/restore': {
    post: operation('restoreVersion', {
      tag,
      summary: 'Makes the draft what the version was; nothing is published',
      path: ofVersion,
      headers: ifMatch,
      body: restoreSchema,
      answer: savedDraftSchema,
    }),
  },
};
