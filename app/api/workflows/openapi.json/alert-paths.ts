import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import {
  alertRowSchema,
  alertRuleSchema,
  createdRuleSchema,
  ruleRowSchema,
  switchRuleSchema,
} from '@/lib/alerts/schema';
import { named, operation } from './operation';

const tag = 'Alerts';

export const alertPaths: ZodOpenApiPathsObject = {
  '/alerts': {
    get: operation('listAlerts', {
      tag,
      summary: 'Alerts that hold, and those of the last 30 days, with what became of telling people',
      answer: z.array(alertRowSchema),
    }),
  },
  '/alert-rules': {
    get: operation('listAlertRules', { tag, summary: 'The rules', answer: z.array(ruleRowSchema) }),
    post: operation('createAlertRule', {
      tag,
      summary: 'Makes a rule; with a webhook, the key that signs its requests is in this answer alone',
      body: alertRuleSchema,
      answer: createdRuleSchema,
      status: 201,
    }),
  },
  '/alert-rules/{id}': {
    patch: operation('switchAlertRule', {
      tag,
      summary: 'Stops a rule, or starts it again',
      path: named('id', 'The rule’s id.'),
      body: switchRuleSchema,
      answer: z.null(),
    }),
  },
};
