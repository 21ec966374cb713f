import { appPool } from '@/lib/database/pool';
import { readAccess } from '@/lib/instances/read-instance';
import type { Position } from '@/lib/instances/schema';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { moverOf } from '@/lib/people/mover';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { move } from '@/lib/runtime/move';
import { type ChangeDeadline, changeDeadlineSchema } from './schema';

/**
 * Support moves a deadline, with a reason: to an instant, or to the end of a duration that begins now and is counted in the
 * step's calendar. The rungs that are still to come are counted from the new one.
 */
export async function changeDeadline(
  actor: Actor,
  instanceId: string,
  change: ChangeDeadline,
): Promise<Result<Position>> {
  if (!isUuid(instanceId) || !(await readAccess(actor, instanceId))) return noInstance;
  const lacking = lacks(actor, 'instances.repair');
  if (lacking) return lacking;
  const read = readInput(changeDeadlineSchema, change);
  if (!read.ok) return read;
  const { stay, to, reason } = read.value;
  const moved = await move(
    appPool(),
    { tenantId: actor.tenantId, instanceId },
    { kind: 'change_deadline', stay, to, reason },
    moverOf(actor, 'staff'),
  );
  if (!moved.ok) return { ok: false, refusal: moved.refusal };
  const { status, state, sequence } = moved.after;
  return done({ id: instanceId, status: status ?? 'created', state, version: sequence });
}

const noInstance = refuse('not_found', 'There is no such instance, or you may not see it.');
