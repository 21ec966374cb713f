import { writeAudit } from '@/lib/audit/entry';
import { inTenant } from '@/lib/database/client';
import { appPool } from '@/lib/database/pool';
import type { Input } from '@/lib/engine/decide/contract';
import { isOpenTask } from '@/lib/engine/lifecycle';
import type { Person, Task } from '@/lib/engine/snapshot';
import { checkJson } from '@/lib/runtime/check-json';
import { readPosition } from '@/lib/instances/position';
import type { Actor } from '@/lib/people/actor';
import { readInput, tooLarge } from '@/lib/people/input';
import { moverOf, personOf } from '@/lib/people/mover';
import { holds } from '@/lib/people/permissions';
import { type Refusal, type Result, done, refuse, refuseFields } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { type Moved, move } from '@/lib/runtime/move';
import type { Loaded } from '@/lib/runtime/snapshot';
import { type Authority, type Decider, mayDecide } from './authority';
import { changedSince } from './changed-since';
import { alreadyDecided } from './closed';
import { deciderOf, readDecider, readDeciderByAddress } from './read-decider';
import { readClosed, readPlace, type TaskPlace } from './read-place';
import {
  type AssignTask,
  assignSchema,
  type DecidedTask,
  type DecideTask,
  decideSchema,
  limits,
  releaseSchema,
} from './schema';
import { readEarlierDeciders } from './second-eyes';

/** The actor takes the task for themselves, so that others leave it alone. */
export async function claimTask(actor: Actor, id: string): Promise<Result<DecidedTask>> {
  return act(actor, id, 'claim', ({ task, person, authorityOf }) => {
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
  return act(actor, id, 'release', async ({ task, person, authorityOf }) => {
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
  return act(actor, id, 'decide', async ({ task, loaded, person, authorityOf }) => {
    const { instanceId } = loaded.snapshot;
    const seen =
      version === undefined ? null : await changedSince(actor.tenantId, instanceId, task.key, version);
    const verdict = authorityOf(person, task, { changedSince: seen, onBehalfOf });
    if (!verdict.ok) return { refusedBy: verdict };
    const errors = task.form ? checkJson(task.form.schema, form, '/form') : [];
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

/**
 * The task goes to another person: by who has it, by who may decide it while nobody has it, or by support. Only to somebody
 * who may decide it themselves, so that it does not wait for whom the policy would refuse.
 */
export async function assignTask(actor: Actor, id: string, order: AssignTask): Promise<Result<DecidedTask>> {
  const read = readInput(assignSchema, order);
  if (!read.ok) return read;
  const { to, reason } = read.value;
  return act(actor, id, 'assign', async ({ task, person, authorityOf }) => {
    const has = task.assignee?.id === actor.personId;
    if (!has && !holds(actor, 'instances.repair')) {
      const verdict = authorityOf(person, task);
      if (!verdict.ok) return { refusedBy: verdict };
    }
    const target = await readDeciderByAddress(actor.tenantId, to);
    if (!target) return refuseFields([{ path: '/to', message: `nobody here has the address ${to}` }]);
    const able = authorityOf(target, { ...task, status: 'pending', assignee: null });
    if (!able.ok) {
      return refuse('not_allowed', `${target.name} could not decide it. ${able.message}`, {
        rule: able.rule,
      });
    }
    return { kind: 'reassign_task', task: task.key, to: refOf(target), reason };
  });
}

/** A task that is open now, in its instance, and who wants to act on it. */
type Situation = {
  readonly task: Task;
  readonly loaded: Loaded;
  readonly person: Decider | null;
  readonly authorityOf: AuthorityOf;
};
type AuthorityOf = (
  person: Decider | null,
  task: Task,
  more?: { readonly changedSince: string | null; readonly onBehalfOf: string | null },
) => Authority;
type Asked = Input | { readonly refusedBy: Authority } | { readonly refusal: Refusal };

/**
 * Moves a task's instance by what `ask` makes of the situation. When somebody else moves it first, everything is read and
 * asked again: the person's roles too.
 */
async function act(
  actor: Actor,
  id: string,
  what: 'claim' | 'release' | 'assign' | 'decide',
  ask: (situation: Situation) => Asked | Promise<Asked>,
): Promise<Result<DecidedTask>> {
  let place = isUuid(id) ? await readPlace(actor.tenantId, id, actor.personId) : null;
  if (!place) return noTask;
  const { instanceId, key } = place;
  let refused: { readonly refusedBy: Authority } | { readonly refusal: Refusal } | null = null;
  let fresh: TaskPlace | null = place;

  const moved = await move(
    appPool(),
    { tenantId: actor.tenantId, instanceId },
    async (loaded) => {
      place = fresh ?? (await readPlace(actor.tenantId, id, actor.personId));
      fresh = null;
      const task = loaded.snapshot.tasks[key];
      if (!task || !isOpenTask(task.status)) return over;
      const person = place?.person ? deciderOf(place.person) : null;
      const asked = await ask({ task, loaded, person, authorityOf: await policyOn(actor, task, loaded) });
      if ('kind' in asked) return asked;
      refused = asked;
      return over;
    },
    (input) => {
      const mover = moverOf(
        actor,
        (what === 'release' || what === 'assign') && holds(actor, 'instances.repair') ? 'staff' : 'user',
      );
      const onBehalfOf = input.kind === 'decide_task' && input.onBehalfOf;
      return onBehalfOf ? { ...mover, actor: { ...mover.actor, onBehalfOf } } : mover;
    },
  );
  if (moved.ok) return done(await positionAfter(actor, instanceId, moved));
  return explain(actor, id, what, refused, moved);
}

/** Stands for every refusal that is put into words after the move. */
const over = { refusal: { code: 'not_found', message: 'This task is over.', data: {} } } as const;

async function positionAfter(
  actor: Actor,
  instanceId: string,
  { after }: Extract<Moved, { ok: true }>,
): Promise<DecidedTask> {
  if (Object.values(after.tasks).some(({ status }) => isOpenTask(status))) {
    const { openTasks, ...instance } = await readPosition(actor.tenantId, instanceId);
    return { instance, openTasks };
  }
  const { status, state, sequence } = after;
  return {
    instance: { id: instanceId, status: status ?? 'created', state, version: sequence },
    openTasks: [],
  };
}

/** Why nothing was done: the policy's words, who was first, or the core's words. */
async function explain(
  actor: Actor,
  id: string,
  what: string,
  refused: { readonly refusedBy: Authority } | { readonly refusal: Refusal } | null,
  moved: Extract<Moved, { ok: false }>,
): Promise<Result<DecidedTask>> {
  if (refused && 'refusal' in refused) return { ok: false, refusal: refused.refusal };
  if (refused && !refused.refusedBy.ok) {
    const { rule, message } = refused.refusedBy;
    await inTenant(actor.tenantId, (tx) =>
      writeAudit(tx, actor, {
        action: 'decision_refused',
        subject: `task:${id}`,
        data: { what, rule },
      }),
    );
    return refuse(ofTheMoment.has(rule) ? 'not_allowed' : 'forbidden', message, { rule });
  }
  const closed = await readClosed(actor.tenantId, id);
  if (closed) return { ok: false, refusal: alreadyDecided(closed, actor) };
  return { ok: false, refusal: moved.refusal };
}

/** Rules that refuse because of where the task is, and not because of who the person is. */
const ofTheMoment: ReadonlySet<string> = new Set(['already_voted', 'claimed', 'version']);

/** The policy with what it reads of a task's instance. */
async function policyOn(
  actor: Actor,
  { key, step }: Task,
  { snapshot, environment, definition }: Loaded,
): Promise<AuthorityOf> {
  const { instanceId, requester, definitionKey } = snapshot;
  const earlier = await readEarlierDeciders(actor.tenantId, instanceId, definition, { key, step });
  return (person, task, { changedSince: changed, onBehalfOf } = { changedSince: null, onBehalfOf: null }) => {
    const asked = {
      ...task,
      process: definitionKey,
      requester,
      earlierDeciders: earlier,
      changedSince: changed,
    };
    return mayDecide(person, asked, environment.rules, onBehalfOf);
  };
}

/** Only for a person whom the policy has let pass. */
function refOf(person: Decider | null): Person {
  if (!person) throw new Error('a decision without a person passed the policy');
  return { id: person.id, name: person.name, email: person.email };
}

const noTask = refuse('not_found', 'There is no such task.');
