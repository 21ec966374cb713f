import { inTenant } from '@/lib/database/client';
import { isOpenTask } from '@/lib/engine/lifecycle';
import type { JsonObject } from '@/lib/engine/json';
import type { Actor } from '@/lib/people/actor';
import { isBareKey } from '@/lib/people/authorize';
import { readInput, tooLarge } from '@/lib/people/input';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { readTask } from '@/lib/tasks/read-task';
import { limits } from '@/lib/tasks/schema';
import { draftSchema, snoozeSchema, type TaskDraft } from './schema';

/** The person puts an open task off until an instant, or with null takes it back: for themselves, and for nobody else. */
export async function snoozeTask(
  actor: Actor,
  taskId: string,
  until: string | null,
): Promise<Result<{ until: string | null }>> {
  const read = readInput(snoozeSchema, { until });
  if (!read.ok) return read;
  const readable = await ownTask(actor, taskId);
  if (!readable.ok) return readable;
  if (until !== null && Date.parse(until) <= Date.now()) {
    return refuse('invalid', 'Put it off until an instant that is still to come.');
  }
  const key = { tenantId: actor.tenantId, personId: actor.personId, taskId };
  await inTenant(actor.tenantId, async (tx) => {
    if (until === null) await tx.taskSnooze.deleteMany({ where: key });
    else {
      await tx.taskSnooze.upsert({
        where: { tenantId_personId_taskId: key },
        create: { ...key, until },
        update: { until },
      });
    }
  });
  return done({ until });
}

/** Keeps what the person has typed for a task, so that another device goes on with it; nothing typed keeps nothing. */
export async function saveDraft(
  actor: Actor,
  taskId: string,
  draft: Partial<TaskDraft>,
): Promise<Result<{ saved: boolean }>> {
  const read = readInput(draftSchema, draft);
  if (!read.ok) return read;
  const { form, reason } = read.value;
  const large = tooLarge('form', form, limits.formBytes);
  if (large) return large;
  const empty = reason.trim() === '' && Object.keys(form).length === 0;
  // One's own draft can be dropped when the task has ended, too.
  const readable = empty ? personalTask(actor, taskId) : await ownTask(actor, taskId);
  if (!readable.ok) return readable;
  const key = { tenantId: actor.tenantId, personId: actor.personId, taskId };
  await inTenant(actor.tenantId, async (tx) => {
    if (empty) await tx.taskDraft.deleteMany({ where: key });
    else {
      const typed = { form, reason, updatedAt: new Date() };
      await tx.taskDraft.upsert({
        where: { tenantId_personId_taskId: key },
        create: { ...key, ...typed },
        update: typed,
      });
    }
  });
  return done({ saved: !empty });
}

/** What the person keeps about a task: when they want to see it again, and what they have typed. */
export type OwnNotes = { readonly snoozedUntil: string | null; readonly draft: TaskDraft | null };

/** The actor's own notes about a task; those of others nobody sees. */
export async function readOwnNotes(actor: Actor, taskId: string): Promise<OwnNotes> {
  if (!isUuid(taskId) || isBareKey(actor)) return { snoozedUntil: null, draft: null };
  const where = { tenantId_personId_taskId: { tenantId: actor.tenantId, personId: actor.personId, taskId } };
  return inTenant(actor.tenantId, async (tx) => {
    const snooze = await tx.taskSnooze.findUnique({ where, select: { until: true } });
    const draft = await tx.taskDraft.findUnique({ where, select: { form: true, reason: true } });
    const later = snooze !== null && snooze.until.getTime() > Date.now();
    return {
      snoozedUntil: later ? snooze.until.toISOString() : null,
      draft: draft && { form: draft.form as JsonObject, reason: draft.reason },
    };
  });
}

/** An open task that the actor may read. */
async function ownTask(actor: Actor, taskId: string): Promise<Result<null>> {
  const personal = personalTask(actor, taskId);
  if (!personal.ok) return personal;
  const stored = await readTask(actor, taskId);
  if (!stored) return noTask;
  if (!isOpenTask(stored.row.status))
    return refuse('not_allowed', 'This task has ended.', { rule: 'closed' });
  return done(null);
}

function personalTask(actor: Actor, taskId: string): Result<null> {
  if (isBareKey(actor)) return refuse('forbidden', 'Notes belong to people; a key by itself keeps none.');
  return isUuid(taskId) ? done(null) : noTask;
}

const noTask = refuse('not_found', 'There is no such task, or you may not see it.');
