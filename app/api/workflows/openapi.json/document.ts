import { createDocument } from 'zod-openapi';
import { absencePaths } from './absence-paths';
import { administrationPaths } from './administration-paths';
import { alertPaths } from './alert-paths';
import { commentPaths } from './comment-paths';
import { calendarPaths } from './calendar-paths';
import { bulkJobPaths } from './bulk-job-paths';
import { designPaths } from './design-paths';
import { definitionPaths } from './definition-paths';
import { eventPaths } from './event-paths';
import { filePaths } from './file-paths';
import { instancePaths } from './instance-paths';
import { notificationPaths } from './notification-paths';
import { migrationPaths } from './migration-paths';
import { resourcePaths } from './resource-paths';
import { secretPaths } from './secret-paths';
import { signalPaths } from './signal-paths';
import { inboxPaths } from './inbox-paths';
import { supportPaths } from './support-paths';
import { taskPaths } from './task-paths';
import { webhookPaths } from './webhook-paths';
import { workerPaths } from './worker-paths';

/** The API's description, made from the schemas that check what comes in. */
export function openApiDocument() {
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Interlock',
      version: '1',
      description:
        'Starts and reads instances, decides tasks, keeps definitions and people. Every refusal is a problem document with a stable `code`. Each key, and each person with a session, has a quota of requests; the headers `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11) say what is left of it.',
    },
    servers: [{ url: '/api/workflows' }],
    security: [{ key: [] }, { session: [] }],
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'next-auth.session-token',
          description:
            'The session of a browser that has signed in; changes are taken from our own pages only.',
        },
      },
    },
    paths: {
      ...definitionPaths,
      ...designPaths,
      ...instancePaths,
      ...signalPaths,
      ...taskPaths,
      ...inboxPaths,
      ...absencePaths,
      ...administrationPaths,
      ...calendarPaths,
      ...resourcePaths,
      ...secretPaths,
      ...workerPaths,
      ...eventPaths,
      ...webhookPaths,
      ...filePaths,
      ...notificationPaths,
      ...commentPaths,
      ...bulkJobPaths,
      ...migrationPaths,
      ...supportPaths,
      ...alertPaths,
    },
  });
}
