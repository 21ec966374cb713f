import type { Pool } from 'pg';
import type { Environment, Plan } from '@/lib/engine/decide/contract';
import { decide } from '@/lib/engine/decide/decide';
import type { Definition } from '@/lib/engine/definition/schema';
import type { JsonObject } from '@/lib/engine/json';
import type { Parent, Person } from '@/lib/engine/snapshot';
import { handOverTo } from './kept-signals';
import type { loadStart } from './snapshot';
import { type Mover, type NewInstance, type TransitionRefusal, transition } from './transition';
import { newId } from './uuid';

export type StartOrder = {
  readonly tenantId: string;
  /** What `loadStart` gave: the version to run and the rules in force. */
  readonly start: NonNullable<Awaited<ReturnType<typeof loadStart>>>;
  readonly subjectId: string;
  /** Given by the caller; null lets the definition's own expression say it. */
  readonly correlationKey: string | null;
  /** Checked against the definition's schema by the caller. */
  readonly input: JsonObject;
  readonly facts: readonly JsonObject[];
  readonly requester: Person | null;
  /** Idempotency-Key and hash of what was asked with it. */
  readonly startKey: string | null;
  readonly startHash: string | null;
  /** Whose child it is; its parent has asked for it under that key. */
  readonly parent?: Parent;
  /** The closed instance that it takes up again. */
  readonly reopenedFrom?: string;
};

export type Started =
  | { readonly ok: true; readonly instanceId: string }
  | { readonly ok: false; readonly refusal: TransitionRefusal };

/**
 * Makes an instance (created → validated → scheduled) and takes it as far as it goes without an outside effect, in one
 * transaction with the job that goes on with what is left.
 */
export async function startInstance(
  pool: Pick<Pool, 'query'>,
  order: StartOrder,
  mover: Mover,
): Promise<Started> {
  const { definition, environment } = order.start;
  const instanceId = newId();
  const decision = decide(
    definition.content,
    null,
    {
      kind: 'start',
      instanceId,
      subjectId: order.subjectId,
      input: order.input,
      requester: order.requester,
      definitionVersion: definition.version,
      ...(order.correlationKey !== null && { correlationKey: order.correlationKey }),
      ...(order.parent && { parent: order.parent }),
      ...(order.reopenedFrom !== undefined && { reopenedFrom: order.reopenedFrom }),
    },
    environment,
  );
  if (!decision.ok) return decision;
  const plan = withAdvance(definition.content, decision.plan, environment);
  const target = {
    tenantId: order.tenantId,
    instanceId,
    before: null,
    definition: definition.content,
  };
  const result = await transition(pool, target, plan, mover, {
    definitionVersionId: definition.id,
    subjectId: order.subjectId,
    correlationKey: plan.after.correlationKey,
    requesterId: order.requester?.id ?? null,
    requesterName: order.requester?.name ?? null,
    requesterEmail: order.requester?.email ?? null,
    input: order.input,
    facts: order.facts,
    startKey: order.startKey,
    startHash: order.startHash,
    ...linksOf(order),
  });
  if (!result.ok) return result;
  if (order.start.keptSignals) {
    const addressee = {
      definition: definition.key,
      subject: order.subjectId,
      correlation: plan.after.correlationKey,
    };
    await handOverTo(pool, order.tenantId, addressee);
  }
  return { ok: true, instanceId };
}

/** The columns by which an instance hangs on another one; none for one that stands by itself. */
function linksOf({ parent, reopenedFrom }: StartOrder): Partial<NewInstance> {
  return {
    ...(parent && { parentId: parent.instance, parentChild: parent.child, depth: parent.depth }),
    ...(reopenedFrom !== undefined && { reopenedFrom }),
  };
}

/** The plan of the start and that of the first `advance`, as one. What the start enqueues goes on with what is left. */
function withAdvance(definition: Definition, made: Plan, environment: Environment): Plan {
  const decision = decide(definition, made.after, { kind: 'advance' }, environment);
  if (!decision.ok) throw new Error(`A new instance could not advance: ${decision.refusal.message}`);
  const { events, effects, ...rest } = decision.plan;
  return { ...rest, events: [...made.events, ...events], effects: [...made.effects, ...effects] };
}
