import { appPool } from '@/lib/database/pool';
import { forTenant } from '@/lib/database/client';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import { readable, readableValues } from '@/lib/instances/access';
import type { Actor } from '@/lib/people/actor';
import { isBareKey } from '@/lib/people/authorize';
import { chooseLocale } from '@/lib/people/locale';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { loadDefinition } from '@/lib/runtime/snapshot';
import { readTask } from '@/lib/tasks/read-task';
import type { MailDelivery, MailWay, NotificationRow, NotificationSettings } from './schema';

const deliveries = tenantStatement(
  'mail_deliveries',
  `SELECT n.id, n.kind, jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email) AS person, n.mail AS state,
    n.mail_to AS "to", public.instant_text(n.created_at) AS "createdAt",
    CASE WHEN n.mail = 'queued' THEN public.instant_text(n.mail_at) END AS "nextAt",
    public.instant_text(n.mail_sent_at) AS "sentAt", n.mail_attempts AS attempts, n.mail_error AS error, n.resends
  FROM public.notifications n
  JOIN public.people p ON p.tenant_id = n.tenant_id AND p.id = n.person_id
  JOIN public.instances i ON i.tenant_id = n.tenant_id AND i.id = n.instance_id
  WHERE n.tenant_id = tenant.id AND n.task_id = $2 AND n.mail <> 'none' AND ${readable(3)}
  ORDER BY n.id LIMIT 200`,
);

/** What became of the mails about a task, for whoever may read it; the oldest first. */
export async function mailDeliveries(actor: Actor, taskId: string): Promise<Result<readonly MailDelivery[]>> {
  if (!isUuid(taskId)) return noTask;
  const values = [taskId, ...readableValues(actor)];
  const found = await readTenant<MailDelivery>(appPool(), actor.tenantId, deliveries, values);
  // A task without mails and one that the actor may not see are told apart.
  return found.length > 0 || (await readTask(actor, taskId)) ? done(found) : noTask;
}

const noTask = refuse('not_found', 'There is no such task, or you may not see it.');

type StoredNotification = Omit<NotificationRow, 'definition' | 'title'> & {
  readonly title: string | null;
  readonly versionId: string;
};

const newest = tenantStatement(
  'notifications_newest',
  `SELECT n.id, n.kind, n.instance_id AS "instanceId", n.task_id AS "taskId", t.title, i.subject_id AS subject, n.text,
    i.definition_version_id AS "versionId", public.instant_text(n.created_at) AS "createdAt",
    public.instant_text(n.read_at) AS "readAt", public.instant_text(n.outdated_at) AS "outdatedAt",
    coalesce(i.requester_id = $2::uuid, false) AS own
  FROM public.notifications n
  JOIN public.instances i ON i.tenant_id = n.tenant_id AND i.id = n.instance_id
  LEFT JOIN public.tasks t ON t.tenant_id = n.tenant_id AND t.id = n.task_id
  WHERE n.tenant_id = tenant.id AND n.person_id = $2::uuid ORDER BY n.id DESC LIMIT $3`,
);

/** Messages that the bell lists. */
const listed = 30;

/** The actor's newest messages, the newest first. Those that are outdated say so. */
export async function listNotifications(actor: Actor): Promise<Result<readonly NotificationRow[]>> {
  if (isBareKey(actor)) return done([]);
  const rows = await readTenant<StoredNotification>(appPool(), actor.tenantId, newest, [
    actor.personId,
    listed,
  ]);
  const named = rows.map(async ({ versionId, title, ...row }): Promise<NotificationRow> => {
    const { content } = await loadDefinition(appPool(), actor.tenantId, versionId);
    return { ...row, definition: content.name, title: title ?? `${content.name} ${row.subject}` };
  });
  return done(await Promise.all(named));
}

const unread = tenantStatement(
  'notifications_unread',
  `SELECT count(*)::int AS count FROM (SELECT FROM public.notifications n
    WHERE n.tenant_id = tenant.id AND n.person_id = $2::uuid AND n.read_at IS NULL AND n.outdated_at IS NULL LIMIT 100) AS u`,
);

/** How many messages the actor has not read and could still act on; counting stops at 100. */
export async function countUnread(actor: Actor): Promise<number> {
  if (isBareKey(actor)) return 0;
  const [row] = await readTenant<{ count: number }>(appPool(), actor.tenantId, unread, [actor.personId]);
  return row?.count ?? 0;
}

/** What the actor has set, or what holds for whoever has set nothing. */
export async function readSettings(actor: Actor): Promise<NotificationSettings> {
  const place = { tenantId: actor.tenantId, personId: actor.personId };
  const kept = await forTenant(actor.tenantId).notificationSettings.findUnique({
    where: { tenantId_personId: place },
  });
  return {
    language: chooseLocale([actor.locale]).language,
    timeZone: actor.timeZone,
    tasks: (kept?.tasks ?? 'at_once') as MailWay,
    requests: (kept?.requests ?? 'at_once') as MailWay,
    decided: kept?.decided ?? false,
    digestAt: kept?.digestAt ?? '08:00',
    quietFrom: kept?.quietFrom ?? null,
    quietUntil: kept?.quietUntil ?? null,
  };
}
