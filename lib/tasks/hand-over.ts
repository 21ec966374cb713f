import type { Task } from '@/lib/engine/snapshot';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { type Refusal, type Result, refuse } from '@/lib/people/refusal';
import { act, asHelper, type AuthorityOf, refOf } from './act';
import type { Decider } from './authority';
import { mayHandBack } from './detail';
import { readDeciderByEmail } from './read-decider';
import {
  type DecidedTask,
  delegateSchema,
  type DelegateTask,
  reassignSchema,
  type ReassignTask,
  releaseSchema,
} from './schema';
import { watchTasksOf } from './stranded';

/**
 * Who may decide a task gives it to a colleague, who may then decide it as far as their own right goes: not their own request,
 * not over their own limit. It can be handed back and called back.
 */
export async function delegateTask(
  actor: Actor,
  id: string,
  order: DelegateTask,
): Promise<Result<DecidedTask>> {
  const read = readInput(delegateSchema, order);
  if (!read.ok) return read;
  const { to: address, reason = null } = read.value;
  const to = await readDeciderByEmail(actor.tenantId, address);
  return act(actor, id, 'delegate', 'user', ({ task, person, authorityOf }) => {
    const verdict = authorityOf(person, task);
    if (!verdict.ok) return { refusedBy: verdict };
    const by = refOf(person);
    const given = { ...task, delegation: { by, before: task.assignee } };
    const refusal = refuseTaker(to, address, given, authorityOf);
    if (refusal || !to) return { refusal: refusal! };
    return { kind: 'delegate_task', task: task.key, by, to: refOf(to), reason };
  });
}

/** A delegated task goes back to where it was before: by who has it, by who gave it, or by staff. */
export async function handBackTask(
  actor: Actor,
  id: string,
  order: { readonly reason?: string | null } = {},
): Promise<Result<DecidedTask>> {
  const read = readInput(releaseSchema, order);
  if (!read.ok) return read;
  return act(actor, id, 'hand_back', 'user', ({ task }) =>
    mayHandBack(actor, task)
      ? { kind: 'hand_back_task', task: task.key, reason: read.value.reason ?? null }
      : { refusal: notYours },
  );
}

/** Staff give a task to somebody who may decide it, or with null back to all who may, and say why. */
export async function reassignTask(
  actor: Actor,
  id: string,
  order: ReassignTask,
): Promise<Result<DecidedTask>> {
  const lacking = lacks(actor, 'instances.repair');
  if (lacking) return lacking;
  const read = readInput(reassignSchema, order);
  if (!read.ok) return read;
  const { to: address, reason } = read.value;
  const to = address === null ? null : await readDeciderByEmail(actor.tenantId, address);
  const given = await act(actor, id, 'reassign', asHelper(actor), ({ task, authorityOf }) => {
    const refusal = address === null ? null : refuseTaker(to, address, task, authorityOf);
    if (refusal) return { refusal };
    return { kind: 'reassign_task', task: task.key, to: to && refOf(to), reason };
  });
  // It may have been a task that nobody could do.
  if (given.ok && given.value.instance.status === 'needs_attention') await watchTasksOf(actor);
  return given;
}

/** Why somebody cannot be given a task: they could not decide it. Null when they could. */
export function refuseTaker(
  to: Decider | null,
  address: string,
  task: Task,
  authorityOf: AuthorityOf,
): Refusal | null {
  if (!to?.active) {
    const message = `there is no active person with the address ${address}`;
    return refuse('invalid', message, { errors: [{ path: '/to', message }] }).refusal;
  }
  const verdict = authorityOf(to, { ...task, status: 'pending', assignee: refOf(to) });
  if (verdict.ok) return null;
  const message = `${to.name} could not decide this task (rule ${verdict.rule}). Choose somebody else.`;
  return refuse('not_allowed', message, { rule: verdict.rule, person: to.email }).refusal;
}

const notYours = refuse(
  'forbidden',
  'Only who has this task, who gave it to them, or support can hand it back.',
).refusal;
