import type { z } from 'zod';
import { appPool } from '@/lib/database/pool';
import type { Input } from '@/lib/engine/decide/contract';
import type { Snapshot } from '@/lib/engine/snapshot';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput, tooLarge } from '@/lib/people/input';
import { moverOf } from '@/lib/people/mover';
import { holds } from '@/lib/people/permissions';
import { type Refusal, type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { move } from '@/lib/runtime/move';
import type { TransitionRefusal } from '@/lib/runtime/transition';
import { readAccess } from './read-instance';
import {
  type EditContext,
  editSchema,
  type MoveInstance,
  moveSchema,
  type RunTimer,
  runTimerSchema,
} from './repair-schema';
import {
  becauseSchema,
  type CancelInstance,
  cancelSchema,
  limits,
  type Position,
  type RetryInstance,
  retrySchema,
  type SkipActivity,
  skipSchema,
} from './schema';

/** What each action asks of the core; the same for doing it and for asking what it would do. */
export const asks = {
  cancel: ({ reason, mode }: z.output<typeof cancelSchema>): Asked => ({ kind: 'cancel', mode, reason }),
  pause: ({ reason }: z.output<typeof becauseSchema>): Asked => ({ kind: 'pause', reason }),
  resume: ({ reason }: z.output<typeof becauseSchema>): Asked => ({ kind: 'resume', reason }),
  retry: ({ reason, context }: z.output<typeof retrySchema>): Asked => ({
    kind: 'retry',
    reason,
    ...(context && { context }),
  }),
  edit: ({ reason, context }: z.output<typeof editSchema>): Asked => ({
    kind: 'edit_context',
    context,
    reason,
  }),
  run_timer: ({ reason, timer }: z.output<typeof runTimerSchema>): Asked => ({
    kind: 'run_timer',
    timer,
    reason,
  }),
  move: ({ reason, transition, stay }: z.output<typeof moveSchema>): Asked => ({
    kind: 'move',
    transition,
    reason,
    ...(stay !== undefined && { stay }),
  }),
  skip: ({ reason, execution }: z.output<typeof skipSchema>, snapshot: Snapshot): Asked => {
    const failed = execution === undefined ? failedExecutions(snapshot) : [execution];
    const [only] = failed;
    if (failed.length === 1 && only !== undefined) return { kind: 'skip_activity', reason, execution: only };
    const message =
      failed.length === 0
        ? 'No activity of this instance needs attention, so there is none to skip.'
        : `Several activities have failed. Say which one to skip: ${failed.join(', ')}.`;
    const errors = [{ path: '/execution', message: 'say which activity to skip' }];
    return { refusal: { code: 'invalid', message, data: { errors, executions: failed } } };
  },
} as const;

type Asked = Input | { readonly refusal: TransitionRefusal };

/**
 * Ends an instance for good, with its open tasks: the requester their own, support any. At once, or when the activity that
 * runs has ended, or after undoing what was done; the answer says where it is now.
 */
export async function cancelInstance(
  actor: Actor,
  id: string,
  order: CancelInstance,
): Promise<Result<Position>> {
  return repair(actor, id, cancelSchema, order, {
    ownToo: true,
    ask: asks.cancel,
  });
}

/** Nothing begins in the instance until it is resumed. */
export async function pauseInstance(
  actor: Actor,
  id: string,
  because: { reason: string },
): Promise<Result<Position>> {
  return repair(actor, id, becauseSchema, because, { ask: asks.pause });
}

/** A paused instance goes on where it is. */
export async function resumeInstance(
  actor: Actor,
  id: string,
  because: { reason: string },
): Promise<Result<Position>> {
  return repair(actor, id, becauseSchema, because, { ask: asks.resume });
}

/** What needs attention, or the compensation that stopped, is tried again; `context`, when given, takes the place of the context before. */
export async function retryInstance(
  actor: Actor,
  id: string,
  order: RetryInstance,
): Promise<Result<Position>> {
  return repair(actor, id, retrySchema, order, {
    ask: asks.retry,
    check: ({ context }) => tooLarge('context', context, limits.contextBytes),
  });
}

/** The instance goes on without the failed activity; `execution` names it where several have failed. */
export async function skipActivity(actor: Actor, id: string, order: SkipActivity): Promise<Result<Position>> {
  return repair(actor, id, skipSchema, order, { ask: asks.skip });
}

/** Support corrects the data; nothing else happens. */
export async function editContext(actor: Actor, id: string, order: EditContext): Promise<Result<Position>> {
  return repair(actor, id, editSchema, order, {
    ask: asks.edit,
    check: ({ context }) => tooLarge('context', context, limits.contextBytes),
  });
}

/** Support moves the instance to another step, along a transition that its definition declares for that. */
export async function moveInstance(actor: Actor, id: string, order: MoveInstance): Promise<Result<Position>> {
  return repair(actor, id, moveSchema, order, { ask: asks.move });
}

/** What a timer is for happens now instead of at its instant. */
export async function runTimer(actor: Actor, id: string, order: RunTimer): Promise<Result<Position>> {
  return repair(actor, id, runTimerSchema, order, { ask: asks.run_timer });
}

type Repair<Order> = {
  /** The requester may do it to their own instance, without the permission. */
  readonly ownToo?: boolean;
  /** What is wrong with the order beyond its schema. */
  readonly check?: (order: Order) => { readonly ok: false; readonly refusal: Refusal } | null;
  readonly ask: (order: Order, snapshot: Snapshot) => Input | { readonly refusal: TransitionRefusal };
};

async function repair<T extends z.ZodType>(
  actor: Actor,
  id: string,
  schema: T,
  order: unknown,
  { ownToo = false, check, ask }: Repair<z.output<T>>,
): Promise<Result<Position>> {
  if (!isUuid(id)) return noInstance;
  const repairs = holds(actor, 'instances.repair');
  const access = repairs ? null : await readAccess(actor, id);
  if (!repairs && !access) return noInstance;
  const lacking = lacks(actor, 'instances.repair');
  if (lacking && !(ownToo && access?.requesterId === actor.personId)) return lacking;
  const read = readInput(schema, order);
  if (!read.ok) return read;
  const wrong = check?.(read.value);
  if (wrong) return wrong;
  const moved = await move(
    appPool(),
    { tenantId: actor.tenantId, instanceId: id },
    ({ snapshot }) => ask(read.value, snapshot),
    moverOf(actor, repairs ? 'staff' : 'user', reasonOf(read.value)),
  );
  if (!moved.ok) return { ok: false, refusal: moved.refusal };
  const { status, state, sequence } = moved.after;
  return done({ id, status: status ?? 'created', state, version: sequence });
}

/** It stands in every event of the move that does not name another actor. */
function reasonOf(order: unknown): string | undefined {
  return becauseSchema.loose().safeParse(order).data?.reason;
}

function failedExecutions(snapshot: Snapshot): string[] {
  const open = Object.values(snapshot.incidents).filter(({ closedAt }) => closedAt === null);
  return open.flatMap(({ key }) => (snapshot.activities[key] ? [key] : []));
}

const noInstance = refuse('not_found', 'There is no such instance, or you may not see it.');
