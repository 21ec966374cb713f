import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import {
  mailDeliverySchema,
  markReadSchema,
  notificationRowSchema,
  settingsSchema,
} from '@/lib/notifications/schema';
import { named, operation } from './operation';

const tag = 'Notifications';

export const notificationPaths: ZodOpenApiPathsObject = {
  '/notifications': {
    get: operation('listNotifications', {
      tag,
      summary: 'The caller’s newest messages, and how many are unread and not outdated',
      answer: z.object({ items: z.array(notificationRowSchema), unread: z.number() }),
    }),
  },
  '/notifications/read': {
    post: operation('markNotificationsRead', {
      tag,
      summary: 'The caller has seen these messages, or all',
      body: markReadSchema,
      answer: z.null(),
    }),
  },
  '/notifications/{id}/resend': {
    post: operation('resendMail', {
      tag,
      summary: 'The mail of a message goes out once more (support)',
      path: named('id', 'The message’s id.'),
      answer: z.null(),
    }),
  },
  '/notification-settings': {
    get: operation('getNotificationSettings', {
      tag,
      summary: 'How the caller wants to be told, in which language and by which clock',
      answer: settingsSchema,
    }),
    put: operation('putNotificationSettings', {
      tag,
      summary: 'Keeps how the caller wants to be told',
      body: settingsSchema,
      answer: settingsSchema,
    }),
  },
  '/tasks/{id}/mails': {
    get: operation('listTaskMails', {
      tag,
      summary: 'What became of the mails about a task',
      path: named('id', 'The task’s id.'),
      answer: z.object({ items: z.array(mailDeliverySchema) }),
    }),
  },
};
