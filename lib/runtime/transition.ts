import type { Pool } from 'pg';
import { readRefusal } from '@/lib/database/errors';
import type { Plan, Refusal } from '@/lib/engine/decide/contract';
import type { Definition } from '@/lib/engine/definition/schema';
import type { EventActor, PlannedEvent } from '@/lib/engine/event';
import type { JsonObject } from '@/lib/engine/json';
import { isClosed } from '@/lib/engine/lifecycle';
import type { Snapshot } from '@/lib/engine/snapshot';
import { countMove, countRefusal } from '@/lib/observability/metrics';
import { announce } from './notices';
import { planWrites } from './plan-writes';
import { changedTerms } from './search-terms';

/** On whose account an instance moves; it stands in every event of the move that does not name another actor. */
export type Mover = {
  readonly actor: EventActor;
  readonly reason?: string;
  /** Joins what one outside request set off, across instances and logs. */
  readonly correlationId?: string;
  /** What brought it about: the id of a request or a job. */
  readonly causationId?: string;
  readonly workerId?: string;
};

/** Columns of an instance that are set once, when it is made. */
export type NewInstance = {
  readonly definitionVersionId: string;
  readonly subjectId: string;
  readonly correlationKey: string | null;
  readonly requesterId: string | null;
  readonly requesterName: string | null;
  readonly requesterEmail: string | null;
  readonly input: JsonObject;
  readonly facts: readonly JsonObject[];
  readonly startKey: string | null;
  readonly startHash: string | null;
  readonly reopenedFrom?: string;
  readonly parentId?: string;
  readonly parentChild?: string;
  readonly depth?: number;
};

export type TransitionRefusal = {
  readonly code: 'stale' | 'duplicate' | Refusal['code'];
  readonly message: string;
  readonly data: JsonObject;
};

export type TransitionResult =
  | { readonly ok: true; readonly version: number }
  | { readonly ok: false; readonly refusal: TransitionRefusal };

/** What the one who wrote the plan saw: the instance before it. */
export type Target = {
  readonly tenantId: string;
  readonly instanceId: string;
  readonly before: Snapshot | null;
  /** Says which fields of the context the instance is found by; without it, what it is found by stays as it is. */
  readonly definition?: Definition;
  /** By which it went before the plan, where the plan takes it to another version. */
  readonly former?: Definition;
};

const statement = {
  name: 'transition',
  text: 'SELECT public.transition($1, $2, $3, $4) AS version',
};

/**
 * Commits a plan: THE writer of everything that an instance is. One statement, one round trip, one transaction
 * (DESIGN 6); nobody else calls the SQL function. The rows of a plan, its events and its jobs become true together, on
 * condition that the instance is still as the plan's author saw it.
 *
 * @returns the new version; or a refusal that changed nothing: `stale` (somebody else moved it first), `not_allowed`
 * (with from, to and the definition), `terminal`, `not_found`, `duplicate` (a live instance of the subject, one with the
 * same Idempotency-Key, the same child of its parent, or a live reopening of the same instance exists)
 * @throws on anything else, such as a lost connection: then the caller does not know whether the plan was committed, and
 * finds out by loading the instance again
 */
export async function transition(
  pool: Pick<Pool, 'query'>,
  target: Target,
  plan: Plan,
  mover: Mover,
  create?: NewInstance,
): Promise<TransitionResult> {
  if (plan.events.length === 0) throw new Error('a plan without events has nothing to commit');
  const { definition, before, former } = target;
  const terms = definition ? changedTerms(definition, before, plan.after, former) : [];
  const writes = {
    ...planWrites(before, plan),
    ...mover,
    ...(create && { create }),
    ...(terms.length > 0 && { terms }),
  };
  const began = performance.now();
  try {
    const result = await pool.query<{ version: string }>({
      ...statement,
      values: [target.tenantId, target.instanceId, before?.sequence ?? 0, JSON.stringify(writes)],
    });
    countMove((performance.now() - began) / 1000, plan.events);
    announce({
      tenantId: target.tenantId,
      instanceId: target.instanceId,
      jobs: plan.effects.length > 0 || tellsParent(plan),
      timers: plan.events.some(({ type }) => type === 'TIMERS_SET' || type === 'DEADLINE_CHANGED'),
      room: plan.events.some((event) => isAboutRoom(event, plan.after)),
    });
    return { ok: true, version: Number(result.rows[0]!.version) };
  } catch (error) {
    const refusal = readRefusal(error);
    if (!refusal || !isExpected(refusal.code)) throw error;
    countRefusal(refusal.code);
    return {
      ok: false,
      refusal: { code: refusal.code, message: refusal.message, data: (refusal.detail ?? {}) as JsonObject },
    };
  }
}

/** An ended child's parent hears of it by a job, which the function itself writes. */
function tellsParent({ after: { parent, status } }: Plan): boolean {
  return parent !== null && status !== null && isClosed(status);
}

/** An activity that needs a place at a resource has begun to ask for one, or does not need it any more. */
function isAboutRoom({ subject, key, from, to }: PlannedEvent, { activities }: Snapshot): boolean {
  if (subject !== 'activity' || key === null || activities[key]?.resource === undefined) return false;
  return to === 'ready' || to === 'retrying' || from === 'running';
}

const expected = ['stale', 'not_allowed', 'terminal', 'lease_lost', 'not_found', 'duplicate'] as const;

/** `invalid plan` and `immutable` are not among them: they would be defects of ours. */
function isExpected(code: string): code is (typeof expected)[number] {
  return (expected as readonly string[]).includes(code);
}
