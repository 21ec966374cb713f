import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import {
  absenceFiltersSchema,
  absenceSchema,
  createAbsenceSchema,
  decidedForMeSchema,
  principalSchema,
} from '@/lib/absence/schema';
import { pageOf } from '@/lib/http/page';
import { named, operation } from './operation';

const tag = 'Absences';

export const absencePaths: ZodOpenApiPathsObject = {
  '/absences': {
    get: operation('listAbsences', {
      tag,
      summary: 'The caller’s absences, those in which they are the deputy, or everybody’s',
      query: absenceFiltersSchema,
      answer: pageOf(absenceSchema),
    }),
    post: operation('createAbsence', {
      tag,
      summary: 'Enters an absence with a deputy',
      body: createAbsenceSchema,
      answer: absenceSchema,
      status: 201,
    }),
  },
  '/absences/{id}/recall': {
    post: operation('recallAbsence', {
      tag,
      summary: 'Ends an absence at once, or takes back one that has not begun',
      path: named('id', 'The absence’s id.'),
      answer: absenceSchema,
    }),
  },
  '/absences/acting-for': {
    get: operation('actingFor', {
      tag,
      summary: 'Those for whom the caller stands in now',
      answer: z.array(principalSchema),
    }),
  },
  '/absences/decided-for-me': {
    get: operation('decidedForMe', {
      tag,
      summary: 'What was decided on the caller’s behalf, the latest first',
      answer: z.array(decidedForMeSchema),
    }),
  },
};
