import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import {
  calculatedSchema,
  calculateSchema,
  calendarRowSchema,
  calendarVersionSchema,
  putCalendarSchema,
} from '@/lib/calendars/schema';
import { changeDeadlineSchema, deadlinesSchema } from '@/lib/deadlines/schema';
import { positionSchema } from '@/lib/instances/schema';
import { named, operation } from './operation';

const tag = 'Calendars';
const instance = named('id', 'The instance’s id.');
const key = named('key', 'The calendar’s key.');

export const calendarPaths: ZodOpenApiPathsObject = {
  '/instances/{id}/deadlines': {
    get: operation('listDeadlines', {
      tag,
      summary: 'The deadlines of an instance: computed from what, what happened and what will',
      path: instance,
      answer: deadlinesSchema,
    }),
    post: operation('changeDeadline', {
      tag,
      summary: 'Moves a deadline, with a reason',
      path: instance,
      body: changeDeadlineSchema,
      answer: positionSchema,
    }),
  },
  '/calendars': {
    get: operation('listCalendars', {
      tag,
      summary: 'Calendars in force, by name',
      answer: z.array(calendarRowSchema),
    }),
  },
  '/calendars/{key}': {
    get: operation('getCalendar', { tag, summary: 'A calendar', path: key, answer: calendarRowSchema }),
    put: operation('putCalendar', {
      tag,
      summary: 'Makes a calendar, or a new version of it',
      path: key,
      headers: z.object({
        'If-Match': z
          .string()
          .optional()
          .describe('The version that the change was made from; `"0"` for a new one.'),
      }),
      body: putCalendarSchema,
      answer: calendarRowSchema,
    }),
  },
  '/calendars/{key}/versions': {
    get: operation('listCalendarVersions', {
      tag,
      summary: 'Who changed a calendar and when, the newest first',
      path: key,
      answer: z.array(calendarVersionSchema),
    }),
  },
  '/calendars/{key}/calculate': {
    get: operation('calculateInCalendar', {
      tag,
      summary: 'When a business duration ends that begins at an instant',
      path: key,
      query: calculateSchema,
      answer: calculatedSchema,
    }),
  },
};
