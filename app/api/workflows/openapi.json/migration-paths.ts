import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { jobDetailSchema } from '@/lib/bulk-jobs/schema';
import {
  checkedSchema,
  checkSchema,
  migrateSchema,
  planRowSchema,
  proposalQuerySchema,
  proposalSchema,
} from '@/lib/migration/schema';
import { retentionSchema } from '@/lib/retention/rules';
import { named, operation } from './operation';

const tag = 'Migration';
const path = named('key', 'The definition’s key.');

export const migrationPaths: ZodOpenApiPathsObject = {
  '/definitions/{key}/retention': {
    get: operation('getRetention', {
      tag: 'Definitions',
      summary: 'After how many days the histories of its ended instances go into the archive',
      path,
      answer: retentionSchema,
    }),
    put: operation('putRetention', {
      tag: 'Definitions',
      summary: 'Sets after how many days; null for the setting of the whole product',
      path,
      body: retentionSchema,
      answer: retentionSchema,
    }),
  },
  '/definitions/{key}/migrations': {
    get: operation('listMigrations', {
      tag,
      summary: 'Plans that were carried out, the newest first',
      path,
      answer: z.array(planRowSchema),
    }),
    post: operation('prepareMigration', {
      tag,
      summary:
        'Keeps a plan and prepares the bulk job that carries it out; nothing moves before that is started',
      path,
      body: migrateSchema,
      answer: jobDetailSchema,
      status: 201,
    }),
  },
  '/definitions/{key}/migrations/check': {
    get: operation('proposeMigration', {
      tag,
      summary:
        'What a plan between two versions begins with: states by key, those in use, fields that are new',
      path,
      query: proposalQuerySchema,
      answer: proposalSchema,
    }),
    post: operation('checkMigration', {
      tag,
      summary: 'A dry run: a verdict for each instance, and nothing is written',
      path,
      body: checkSchema,
      answer: checkedSchema,
    }),
  },
  '/definitions/{key}/migrations/verdicts': {
    post: operation('exportVerdicts', {
      tag,
      summary: 'The verdicts of a dry run as a file: CSV (safe from formulas)',
      path,
      body: checkSchema,
      answer: z.string(),
    }),
  },
};
