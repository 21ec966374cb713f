import { writeAudit } from '@/lib/audit/entry';
import { inTenant } from '@/lib/database/client';
import { appPool } from '@/lib/database/pool';
import type { Input } from '@/lib/engine/decide/contract';
import { isOpenTask } from '@/lib/engine/lifecycle';
import type { Person, Task } from '@/lib/engine/snapshot';
import { readPosition } from '@/lib/instances/position';
import type { Actor } from '@/lib/people/actor';
import { moverOf } from '@/lib/people/mover';
import { holds } from '@/lib/people/permissions';
import { type Refusal, type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { type Moved, move } from '@/lib/runtime/move';
import type { Loaded } from '@/lib/runtime/snapshot';
import { type Authority, type Decider, mayDecide } from './authority';
import { alreadyDecided } from './closed';
import { deciderOf } from './read-decider';
import { readClosed, readPlace, type TaskPlace } from './read-place';
import type { DecidedTask } from './schema';
import { readEarlierDeciders } from './second-eyes';

/** A task that is open now, in its instance, and who wants to act on it. */
export type Situation = {
  readonly task: Task;
  readonly loaded: Loaded;
  readonly person: Decider | null;
  readonly authorityOf: AuthorityOf;
};
export type AuthorityOf = (
  person: Decider | null,
  task: Task,
  more?: { readonly changedSince: string | null; readonly onBehalfOf: string | null },
) => Authority;
type Asked = Input | { readonly refusedBy: Authority } | { readonly refusal: Refusal };

/**
 * Moves a task's instance by what `ask` makes of the situation. When somebody else moves it first, everything is read and
 * asked again: the person's roles too.
 * @param as how the history names the actor
 */
export async function act(
  actor: Actor,
  id: string,
  what: 'claim' | 'release' | 'decide' | 'delegate' | 'hand_back' | 'reassign' | 'replace',
  as: 'user' | 'staff',
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
      const mover = moverOf(actor, as);
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
export function refOf(person: Decider | null): Person {
  if (!person) throw new Error('a decision without a person passed the policy');
  return { id: person.id, name: person.name, email: person.email };
}

/** Whoever repairs instances does with others' tasks what they do as staff. */
export function asHelper(actor: Actor): 'user' | 'staff' {
  return holds(actor, 'instances.repair') ? 'staff' : 'user';
}

const noTask = refuse('not_found', 'There is no such task.');
