import { writeAudit } from '@/lib/audit/entry';
import { inTenant } from '@/lib/database/client';
import type { Actor } from '@/lib/people/actor';
import { isBareKey, lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { localeIn } from '@/lib/people/locale';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { decideTask } from '@/lib/tasks/commands';
import type { DecidedTask, DecideTask } from '@/lib/tasks/schema';
import { findLink } from './link-review';
import { type NotificationSettings, settingsSchema } from './schema';

/**
 * Decides the task of an e-mail link: the very same decision as on the screen, by whoever is signed in, with the link on
 * record as its cause. The link gives no right; an old or superseded one of one's own only says where to go.
 */
export async function decideByLink(
  actor: Actor,
  token: string,
  decision: DecideTask,
): Promise<Result<DecidedTask>> {
  const link = await findLink(actor, token);
  if (!('taskId' in link)) return refuse('not_found', 'There is no such link.');
  if (link.closedAt === null && link.personId === actor.personId) {
    if (link.superseded)
      return refuse('not_allowed', 'This task has gone to other people.', { rule: 'superseded' });
    if (link.expired) {
      return refuse('not_allowed', 'This link has expired. The task is in your inbox.', { rule: 'expired' });
    }
  }
  return decideTask(
    { ...actor, via: 'email-link', causedBy: `email-link:${link.id}` },
    link.taskId,
    decision,
  );
}

/** Queues a mail about an open task once more: support only, and it is on record. The link in it lives anew. */
export async function resendMail(actor: Actor, id: string): Promise<Result<null>> {
  const lacking = lacks(actor, 'instances.repair');
  if (lacking) return lacking;
  if (!isUuid(id)) return noMessage;
  return inTenant(actor.tenantId, async (tx): Promise<Result<null>> => {
    const message = await tx.notification.findUnique({
      where: { tenantId_id: { tenantId: actor.tenantId, id } },
    });
    if (!message) return noMessage;
    if (message.outdatedAt !== null || message.mail === 'none') {
      return refuse('not_allowed', 'There is nothing left to say in this mail.', { mail: message.mail });
    }
    const now = new Date();
    await tx.notification.update({
      where: { tenantId_id: { tenantId: actor.tenantId, id } },
      data: {
        mail: 'queued',
        mailAt: now,
        mailAttempts: 0,
        mailError: null,
        resends: { increment: 1 },
      },
    });
    if (message.taskId !== null) {
      await tx.mailLink.updateMany({
        where: { taskId: message.taskId, personId: message.personId, supersededAt: null },
        data: { expiresAt: new Date(now.getTime() + linkLifetime) },
      });
    }
    await writeAudit(tx, actor, {
      action: 'mail_resent',
      subject: `notification:${id}`,
      data: { person: message.personId, ...(message.taskId && { task: message.taskId }) },
    });
    return done(null);
  });
}

/** How long a link works from its sending, in milliseconds (mail_links has the same as its default). */
const linkLifetime = 30 * 24 * 60 * 60 * 1000;

const noMessage = refuse('not_found', 'There is no such message.');

/** Marks the actor's messages as read: these, or all. */
export async function markRead(actor: Actor, ids: readonly string[] | 'all'): Promise<Result<null>> {
  if (isBareKey(actor)) return done(null);
  await inTenant(actor.tenantId, (tx) =>
    tx.notification.updateMany({
      where: {
        personId: actor.personId,
        readAt: null,
        ...(ids !== 'all' && { id: { in: ids.filter((id) => isUuid(id)) } }),
      },
      data: { readAt: new Date() },
    }),
  );
  return done(null);
}

/** Keeps how the actor wants to be told, in which language and by which clock. */
export async function saveSettings(
  actor: Actor,
  input: NotificationSettings,
): Promise<Result<NotificationSettings>> {
  if (isBareKey(actor)) return refuse('forbidden', 'A key that acts as nobody has no settings.');
  const read = readInput(settingsSchema, input);
  if (!read.ok) return read;
  const { language, timeZone, ...ways } = read.value;
  const place = { tenantId: actor.tenantId, personId: actor.personId };
  // A person's region, which only dates and numbers show, outlives saving in the same language.
  const locale = localeIn(language, actor.locale);
  await inTenant(actor.tenantId, async (tx) => {
    await tx.notificationSettings.upsert({
      where: { tenantId_personId: place },
      create: { ...place, ...ways },
      update: ways,
    });
    await tx.person.update({
      where: { tenantId_id: { tenantId: actor.tenantId, id: actor.personId } },
      data: { locale, timeZone },
    });
  });
  return done(read.value);
}
