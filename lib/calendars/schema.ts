import { z } from 'zod';
import { isBusinessDuration } from '@/lib/engine/deadlines/duration';
import { minuteOfDay } from '@/lib/engine/deadlines/calendar';
import { durationSchema, keySchema, nameSchema } from '@/lib/engine/definition/primitives';
import { instantSchema, timeZoneSchema } from '@/lib/people/schema';

/** One stretch of working time of a day. */
const spanSchema = z
  .strictObject({
    from: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'write a time like 09:00'),
    to: z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, 'write a time like 17:00, or 24:00'),
  })
  .refine(({ from, to }) => from < to, 'these hours end before they begin');

/** The working hours of a day, in order; none is a day off. */
const hoursSchema = z
  .array(spanSchema)
  .max(8, 'a day has at most eight stretches of hours')
  .refine(
    (spans) =>
      spans.every(
        ({ from }, index) => index === 0 || minuteOfDay(from) >= minuteOfDay(spans[index - 1]?.to ?? ''),
      ),
    'hours of one day follow each other and do not overlap',
  );

const dateSchema = z.iso.date('write a date that there is, like 2026-10-03');

/** A country whose holidays a calendar follows; with the codes of `date-holidays` for a state and a region of it. */
export const countrySetSchema = z.strictObject({
  country: z.string().regex(/^[A-Z]{2}$/, 'write the two letters of a country, like DE'),
  state: z.string().max(20).optional(),
  region: z.string().max(20).optional(),
});
export type CountrySet = z.infer<typeof countrySetSchema>;

const ownDateSchema = z.strictObject({ date: dateSchema, name: nameSchema, hours: hoursSchema });
export type OwnDate = z.infer<typeof ownDateSchema>;

/** A calendar as an administrator writes it. */
export const putCalendarSchema = z.strictObject({
  name: nameSchema,
  timeZone: timeZoneSchema,
  /** The hours are meant in the zone of the person who has the task. */
  inAssigneeZone: z.boolean().optional(),
  /** Monday to Sunday. */
  week: z.array(hoursSchema).length(7, 'a week has seven days, Monday first'),
  country: countrySetSchema.nullish(),
  /** Dates of one's own; they count before the country's. */
  own: z
    .array(ownDateSchema)
    .max(1000)
    .refine((dates) => new Set(dates.map(({ date }) => date)).size === dates.length, 'a date stands twice')
    .optional(),
});
export type PutCalendar = z.input<typeof putCalendarSchema>;

/** A calendar as it is read. */
export const calendarRowSchema = z.object({
  key: keySchema,
  name: z.string(),
  version: z.int(),
  timeZone: z.string(),
  inAssigneeZone: z.boolean(),
  week: z.array(z.array(z.object({ from: z.string(), to: z.string() }))),
  country: countrySetSchema.nullable(),
  own: z.array(ownDateSchema),
  /** The country's, as they were when this version was saved. */
  holidays: z.array(z.object({ date: z.string(), name: z.string() })),
  /** The last date whose holidays are known; null without a country. */
  knownUntil: z.string().nullable(),
  changedAt: instantSchema,
  changedBy: z.string(),
});
export type CalendarRow = z.infer<typeof calendarRowSchema>;

/** One change of a calendar. */
export const calendarVersionSchema = calendarRowSchema.pick({
  version: true,
  name: true,
  changedAt: true,
  changedBy: true,
});
export type CalendarVersionRow = z.infer<typeof calendarVersionSchema>;

/** A question to a calendar: when does a duration end that begins at an instant? */
export const calculateSchema = z.strictObject({
  from: z.iso.datetime({ offset: true, error: 'write an instant like 2026-03-02T09:12:00Z' }),
  /** A leading `-` counts back. */
  duration: z
    .string()
    .max(50)
    .refine((text) => {
      const forward = text.replace(/^-/, '');
      return durationSchema.safeParse(forward).success && isBusinessDuration(forward);
    }, 'write business days or hours like P3BD, PT4BH or -P1BD'),
});
export type Calculate = z.infer<typeof calculateSchema>;

export const calculatedSchema = z.object({
  at: instantSchema,
  timeZone: z.string(),
  /** Working time between the two, in seconds. */
  workingSeconds: z.number(),
  skipped: z.array(z.object({ date: z.string(), name: z.string() })),
});
export type Calculated = z.infer<typeof calculatedSchema>;

/** A country that a calendar can follow, with its states, and their regions. */
export const countrySchema = z.object({ code: z.string(), name: z.string() });
export type Country = z.infer<typeof countrySchema>;
