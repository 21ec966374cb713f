import { inTenant } from '@/lib/database/client';
import {
  cancelInstance,
  pauseInstance,
  resumeInstance,
  retryInstance,
  skipActivity,
} from '@/lib/instances/commands';
import { migrateInstance } from '@/lib/migration/migrate-instance';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { sendSignal } from '@/lib/signals/commands';
import { reassignTask } from '@/lib/tasks/hand-over';
import type { Order } from './schema';

/** One instance of a job, and the job's own id for it: the same one again is the same act. */
export type Target = { readonly instanceId: string; readonly actId: string };

/**
 * Does to one instance what the job is about: by the very commands that do it to a single one, so that rights, refusals and
 * history are the same.
 */
export async function act(
  actor: Actor,
  order: Order,
  reason: string,
  target: Target,
): Promise<Result<unknown>> {
  const { instanceId: id, actId } = target;
  switch (order.action) {
    case 'cancel':
      return cancelInstance(actor, id, { reason, mode: order.mode });
    case 'pause':
      return pauseInstance(actor, id, { reason });
    case 'resume':
      return resumeInstance(actor, id, { reason });
    case 'retry':
      return retryInstance(actor, id, { reason });
    case 'skip':
      return skipActivity(actor, id, { reason });
    case 'signal':
      return sendSignal(actor, id, { id: actId, name: order.name, payload: order.payload });
    case 'reassign':
      return reassign(actor, id, order.to, reason);
    case 'resend':
      return resend(actor, id);
    case 'migrate':
      return migrateInstance(actor, id, order.plan, reason);
  }
}

/** Gives the open tasks of an instance to somebody who may decide them, or back to all who may. */
async function reassign(
  actor: Actor,
  instanceId: string,
  to: string | null,
  reason: string,
): Promise<Result<unknown>> {
  const lacking = lacks(actor, 'instances.repair');
  if (lacking) return lacking;
  const open = await inTenant(actor.tenantId, (tx) =>
    tx.task.findMany({
      where: { instanceId, status: { in: ['pending', 'in_progress'] } },
      select: { id: true },
      orderBy: { id: 'asc' },
    }),
  );
  if (open.length === 0)
    return refuse('not_allowed', 'This instance has no open task, so there is none to reassign.');
  for (const { id } of open) {
    const given = await reassignTask(actor, id, { to, reason });
    if (!given.ok) return given;
  }
  return done({ tasks: open.length });
}

/** Events of the instance that sinks have not got, because they were given up, are tried again. */
async function resend(actor: Actor, instanceId: string): Promise<Result<unknown>> {
  const lacking = lacks(actor, 'instances.repair');
  if (lacking) return lacking;
  const { count } = await inTenant(actor.tenantId, (tx) =>
    tx.eventDelivery.updateMany({
      where: { instanceId, deadAt: { not: null } },
      data: { deadAt: null, attempts: 0, nextAttemptAt: new Date() },
    }),
  );
  if (count > 0) return done({ resent: count });
  return refuse('not_allowed', 'No event of this instance was given up, so there is none to send again.');
}
