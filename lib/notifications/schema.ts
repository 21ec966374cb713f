import { z } from 'zod';
import { languages } from '@/lib/people/locale';
import { instantSchema, personRefSchema, timeZoneSchema } from '@/lib/people/schema';

/**
 * What people are told: a task waits for them · a rung of its ladder reminds · it is past its due instant · somebody else has
 * decided it · a request of theirs has ended · somebody wrote about it · somebody named them there · what they watch is decided, past
 * a date, or has ended. The database holds the same list.
 */
export const notificationKinds = [
  'task_waits',
  'task_reminder',
  'task_overdue',
  'task_decided',
  'request_ended',
  'comment',
  'mention',
  'watched_decided',
  'watched_overdue',
  'watched_ended',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/**
 * What became of a message's mail: none was wanted · it waits for its moment, or to be tried again · the mail server has it ·
 * it was given up · there was nothing to say any more before it went out. The database holds the same list.
 */
export const mailStates = ['none', 'queued', 'sent', 'failed', 'outdated'] as const;

/** How mails of one kind come. */
export const mailWays = ['at_once', 'digest', 'never'] as const;
export type MailWay = (typeof mailWays)[number];

/** A message as the bell lists it. */
export const notificationRowSchema = z.object({
  id: z.string(),
  kind: z.enum(notificationKinds),
  instanceId: z.string(),
  taskId: z.string().nullable(),
  /** What it is about: the task's title, or the process. */
  title: z.string(),
  definition: z.string(),
  subject: z.string(),
  text: z.string().nullable(),
  createdAt: instantSchema,
  readAt: instantSchema.nullable(),
  /** When there was nothing to do any more; null while there is. */
  outdatedAt: instantSchema.nullable(),
  /** The instance is the reader's own request. */
  own: z.boolean(),
});
export type NotificationRow = z.infer<typeof notificationRowSchema>;

/** Which messages the reader has seen; left out: all. */
export const markReadSchema = z.strictObject({ ids: z.array(z.string().max(100)).max(1000).optional() });

/** What became of one person's mail about a task. */
export const mailDeliverySchema = z.object({
  id: z.string(),
  kind: z.enum(notificationKinds),
  person: personRefSchema,
  state: z.enum(mailStates),
  /** The address to which it went. */
  to: z.string().nullable(),
  createdAt: instantSchema,
  /** When it goes out, or is tried again. */
  nextAt: instantSchema.nullable(),
  sentAt: instantSchema.nullable(),
  attempts: z.number(),
  error: z.string().nullable(),
  resends: z.number(),
});
export type MailDelivery = z.infer<typeof mailDeliverySchema>;

const clockSchema = z.string().regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, 'write a time like 18:30');

/** What a person has set about messages, with their language and zone. */
export const settingsSchema = z
  .strictObject({
    language: z.enum(languages),
    timeZone: timeZoneSchema,
    tasks: z.enum(mailWays),
    requests: z.enum(mailWays),
    decided: z.boolean(),
    digestAt: clockSchema,
    quietFrom: clockSchema.nullable(),
    quietUntil: clockSchema.nullable(),
  })
  .refine((one) => (one.quietFrom === null) === (one.quietUntil === null), {
    path: ['quietUntil'],
    error: 'quiet hours have a beginning and an end',
  });
export type NotificationSettings = z.infer<typeof settingsSchema>;
