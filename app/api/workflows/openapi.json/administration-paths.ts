import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { auditEntrySchema, auditFiltersSchema } from '@/lib/audit/schema';
import { pageOf, searchQuerySchema } from '@/lib/http/page';
import {
  colleaguesSchema,
  createdKeySchema,
  createKeySchema,
  keyRowSchema,
  personRefSchema,
  personSchema,
  putPersonSchema,
  putRoleSchema,
  roleSchema,
} from '@/lib/people/schema';
import { putRuleSchema, ruleDetailSchema, ruleSchema } from '@/lib/rules/schema';
import { leaverSchema, replacedSchema, replaceSchema } from '@/lib/tasks/schema';
import { named, operation } from './operation';

const tag = 'Administration';
const email = named('email', 'The person’s e-mail address.');
const key = named('key', 'The role’s key.');

export const administrationPaths: ZodOpenApiPathsObject = {
  '/people': {
    get: operation('listPeople', {
      tag,
      summary: 'People by address',
      query: searchQuerySchema,
      answer: pageOf(personSchema),
    }),
  },
  '/people/{email}': {
    get: operation('getPerson', { tag, summary: 'A person', path: email, answer: personSchema }),
    put: operation('putPerson', {
      tag,
      summary: 'Makes or changes a person',
      path: email,
      body: putPersonSchema,
      answer: personSchema,
    }),
  },
  '/people/{email}/open-tasks': {
    get: operation('previewLeaver', {
      tag,
      summary: 'What waits for a person by name, and what they alone can do',
      path: email,
      answer: leaverSchema,
    }),
  },
  '/people/{email}/replace': {
    post: operation('replaceInTasks', {
      tag,
      summary: 'Puts another person in their place in the tasks named, with a result for each',
      path: email,
      body: replaceSchema,
      answer: replacedSchema,
    }),
  },
  '/people/{email}/revoke-sessions': {
    post: operation('revokeSessions', {
      tag,
      summary: 'Ends every session of a person',
      path: email,
      answer: personSchema,
    }),
  },
  '/colleagues': {
    get: operation('findColleagues', {
      tag,
      summary: 'Active people by a part of their name or address; for everybody',
      query: colleaguesSchema,
      answer: z.array(personRefSchema),
    }),
  },
  '/roles': { get: operation('listRoles', { tag, summary: 'Roles by key', answer: z.array(roleSchema) }) },
  '/roles/{key}': {
    get: operation('getRole', { tag, summary: 'A role', path: key, answer: roleSchema }),
    put: operation('putRole', {
      tag,
      summary: 'Makes or changes a role',
      path: key,
      body: putRoleSchema,
      answer: roleSchema,
    }),
  },
  '/keys': {
    get: operation('listKeys', {
      tag,
      summary: 'API keys, the newest first',
      answer: z.array(keyRowSchema),
    }),
    post: operation('createKey', {
      tag,
      summary: 'Makes an API key; the answer alone has its text',
      body: createKeySchema,
      answer: createdKeySchema,
      status: 201,
    }),
  },
  '/keys/{id}/revoke': {
    post: operation('revokeKey', {
      tag,
      summary: 'Nobody gets in with the key any more',
      path: named('id', 'The key’s id.'),
      answer: keyRowSchema,
    }),
  },
  '/rules': {
    get: operation('listRules', {
      tag,
      summary: 'All values of rules, past and future ones too',
      answer: z.array(ruleSchema),
    }),
    post: operation('putRule', {
      tag,
      summary: 'Gives a rule a value for a period',
      body: putRuleSchema,
      answer: ruleSchema,
      status: 201,
    }),
  },
  '/rules/{key}': {
    get: operation('getRule', {
      tag,
      summary: 'A rule with its history, and the definitions that use it',
      path: named('key', 'The rule’s key.'),
      answer: ruleDetailSchema,
    }),
  },
  '/audit': {
    get: operation('listAudit', {
      tag,
      summary: 'The audit log, the newest entries first',
      query: auditFiltersSchema,
      answer: pageOf(auditEntrySchema),
    }),
  },
};
