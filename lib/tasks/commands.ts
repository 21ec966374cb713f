import type { Input } from '@/lib/engine/decide/contract';
import type { Task } from '@/lib/engine/snapshot';
import type { Actor } from '@/lib/people/actor';
import { readInput, tooLarge } from '@/lib/people/input';
import { personOf } from '@/lib/people/mover';
import { holds } from '@/lib/people/permissions';
import { type Result, refuseFields } from '@/lib/people/refusal';
import { checkJson } from '@/lib/runtime/check-json';
import { act, asHelper, refOf } from './act';
import { changedSince } from './changed-since';
import { checkFiles } from '@/lib/files/check-files';
import { readDecider } from './read-decider';
import { type DecidedTask, type DecideTask, decideSchema, limits, releaseSchema } from './schema';

/** The actor takes the task for themselves, so that others leave it alone. */
export async function claimTask(actor: Actor, id: string): Promise<Result<DecidedTask>> {
  return act(actor, id, 'claim', 'user', ({ task, person, authorityOf }) => {
    const verdict = authorityOf(person, task);
    return verdict.ok ? { kind: 'claim_task', task: task.key, by: refOf(person) } : { refusedBy: verdict };
  });
}

/**
 * A taken task goes back to all who may decide it: by who took it, by support, or by somebody who may decide it when who
 * took it may not any more.
 */
export async function releaseTask(
  actor: Actor,
  id: string,
  reason: string | null = null,
): Promise<Result<DecidedTask>> {
  const read = readInput(releaseSchema, { reason });
  if (!read.ok) return read;
  const input = (task: Task): Input => ({
    kind: 'release_task',
    task: task.key,
    by: personOf(actor) ?? { id: actor.personId, name: actor.name, email: actor.email },
    ...(read.value.reason && { reason: read.value.reason }),
  });
  return act(actor, id, 'release', asHelper(actor), async ({ task, person, authorityOf }) => {
    const { assignee } = task;
    if (assignee?.id === actor.personId || holds(actor, 'instances.repair')) return input(task);
    const verdict = authorityOf(person, { ...task, status: 'pending', assignee: null });
    if (!verdict.ok || !assignee) return verdict.ok ? input(task) : { refusedBy: verdict };
    const holder = await readDecider(actor.tenantId, assignee.id);
    if (!authorityOf(holder, task).ok) return input(task);
    return { refusedBy: authorityOf(person, task) };
  });
}

/**
 * A person's decision. Their roles, limits and exclusions are looked at now, the form is checked by the task's schema, and
 * the decision counts only if the task is still open: of several at once one is made, and the others hear whose, when
 * and what.
 */
export async function decideTask(
  actor: Actor,
  id: string,
  decision: DecideTask,
): Promise<Result<DecidedTask>> {
  const read = readInput(decideSchema, decision);
  if (!read.ok) return read;
  const { outcome, form, reason = null, version, onBehalfOf = null } = read.value;
  const large = tooLarge('form', form, limits.formBytes);
  if (large) return large;
  return act(actor, id, 'decide', 'user', async ({ task, loaded, person, authorityOf }) => {
    const { instanceId } = loaded.snapshot;
    const seen =
      version === undefined ? null : await changedSince(actor.tenantId, instanceId, task.key, version);
    const verdict = authorityOf(person, task, { changedSince: seen, onBehalfOf });
    if (!verdict.ok) return { refusedBy: verdict };
    const errors = task.form
      ? [
          ...checkJson(task.form.schema, form, '/form'),
          ...(await checkFiles(actor.tenantId, { instanceId }, task.form.schema, form, '/form')),
        ]
      : [];
    if (errors.length > 0) return refuseFields(errors);
    return {
      kind: 'decide_task',
      task: task.key,
      outcome,
      form,
      reason,
      by: refOf(person),
      onBehalfOf: verdict.onBehalfOf,
      authority: verdict.authority,
    };
  });
}
