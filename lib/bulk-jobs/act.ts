import { inTenant } from '@/lib/database/client';
import { appPool } from '@/lib/database/pool';
import { isOpenTask } from '@/lib/engine/lifecycle';
import type { Person } from '@/lib/engine/snapshot';
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
import { moverOf } from '@/lib/people/mover';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { move } from '@/lib/runtime/move';
import { sendSignal } from '@/lib/signals/commands';
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

/** Gives the open tasks of an instance to somebody else, or back to all who may decide them. */
async function reassign(
  actor: Actor,
  id: string,
  address: string | null,
  reason: string,
): Promise<Result<unknown>> {
  const lacking = lacks(actor, 'instances.repair');
  if (lacking) return lacking;
  const to = address === null ? null : await personAt(actor, address);
  if (address !== null && to === null)
    return refuse('not_allowed', `There is no active person with the address ${address} any more.`);
  let tasks = 0;
  for (const tried = new Set<string>(); ;) {
    const moved = await move(
      appPool(),
      { tenantId: actor.tenantId, instanceId: id },
      ({ snapshot }) => {
        const task = Object.values(snapshot.tasks).find(
          ({ key, status }) => isOpenTask(status) && !tried.has(key),
        );
        if (!task) return nothingLeft;
        tried.add(task.key);
        return { kind: 'reassign_task', task: task.key, to, reason };
      },
      moverOf(actor, 'staff'),
    );
    if (moved.ok) tasks += 1;
    else if (moved.refusal !== nothingLeft.refusal) return { ok: false, refusal: moved.refusal };
    else if (tasks > 0) return done({ tasks });
    else return refuse('not_allowed', 'This instance has no open task, so there is none to reassign.');
  }
}

const nothingLeft = { refusal: { code: 'not_allowed', message: '', data: {} } } as const;

async function personAt(actor: Actor, address: string): Promise<Person | null> {
  const found = await inTenant(actor.tenantId, (tx) =>
    tx.person.findFirst({ where: { email: address, active: true } }),
  );
  return found && { id: found.id, name: found.name, email: found.email };
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
