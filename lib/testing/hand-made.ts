import type { Pool } from 'pg';
import { emptySnapshot } from '@/lib/engine/apply';
import { type Plan, systemActor } from '@/lib/engine/decide/contract';
import type { PlannedEvent } from '@/lib/engine/event';
import { type InstanceStatus, instanceMoves } from '@/lib/engine/lifecycle';
import type { Snapshot } from '@/lib/engine/snapshot';
import { loadInstance } from '@/lib/runtime/snapshot';
import { type NewInstance, type TransitionResult, transition } from '@/lib/runtime/transition';
import { newId } from '@/lib/runtime/uuid';
import { forced, statusEvent } from './builders/planned-event';
import type { Published } from './tenant';

/** What a test may say of a plan besides its events. */
type Extra = {
  /** Overrides what the events make of the instance: for plans that lie. */
  readonly after?: Partial<Snapshot>;
  readonly effects?: Plan['effects'];
  /** The instance as the plan's author claims to have seen it. */
  readonly before?: Snapshot;
};

/**
 * An instance whose plans a test writes by hand, past `decide`: they may be lawful or not, and the database has to tell.
 */
export class HandMadeInstance {
  private constructor(
    private readonly pool: Pool,
    readonly tenantId: string,
    readonly id: string,
  ) {}

  /** An instance that is `created` and nothing more. */
  static async create(
    pool: Pool,
    tenantId: string,
    published: Published,
    parts: Partial<NewInstance> = {},
  ): Promise<HandMadeInstance> {
    const { instance, result } = await HandMadeInstance.tryToCreate(pool, tenantId, published, parts);
    if (!result.ok) throw new Error(result.refusal.message);
    return instance;
  }

  static async tryToCreate(
    pool: Pool,
    tenantId: string,
    published: Published,
    parts: Partial<NewInstance> = {},
  ): Promise<{ instance: HandMadeInstance; result: TransitionResult }> {
    const id = newId();
    const create: NewInstance = {
      definitionVersionId: published.versionId,
      subjectId: id,
      correlationKey: null,
      requesterId: null,
      requesterName: null,
      requesterEmail: null,
      input: { amount: 1500 },
      facts: [],
      startKey: null,
      startHash: null,
      ...parts,
    };
    const data = {
      instance: id,
      definition: published.key,
      version: published.version,
      subject: { type: published.subjectType, id: create.subjectId },
      correlationKey: create.correlationKey,
      input: create.input,
      requester: null,
    };
    const plan = planned(emptySnapshot(), [statusEvent(null, 'created', data)]);
    const target = { tenantId, instanceId: id, before: null };
    const result = await transition(pool, target, plan, { actor: systemActor }, create);
    return { instance: new HandMadeInstance(pool, tenantId, id), result };
  }

  /** An instance that has come to a status along the closed list. */
  static async at(
    pool: Pool,
    tenantId: string,
    published: Published,
    status: InstanceStatus,
  ): Promise<HandMadeInstance> {
    const instance = await HandMadeInstance.create(pool, tenantId, published);
    const path = steps(pathTo('created', status, instanceMoves));
    if (path.length > 0) await instance.mustMove(path.map(([from, to]) => statusEvent(from, to)));
    return instance;
  }

  async snapshot(): Promise<Snapshot> {
    const loaded = await loadInstance(this.pool, this.tenantId, this.id);
    if (!loaded) throw new Error(`There is no instance ${this.id}.`);
    return loaded.snapshot;
  }

  /** Commits a plan of these events. */
  async move(events: readonly PlannedEvent[], extra: Extra = {}): Promise<TransitionResult> {
    const before = extra.before ?? (await this.snapshot());
    const plan = planned(before, events, extra);
    return transition(this.pool, { tenantId: this.tenantId, instanceId: this.id, before }, plan, {
      actor: systemActor,
    });
  }

  async mustMove(events: readonly PlannedEvent[], extra: Extra = {}): Promise<number> {
    const result = await this.move(events, extra);
    if (!result.ok) throw new Error(result.refusal.message);
    return result.version;
  }
}

/** The plan of events that nobody checked. */
export function planned(before: Snapshot, events: readonly PlannedEvent[], extra: Extra = {}): Plan {
  const after = { ...events.reduce(forced, before), ...extra.after };
  return { events, after, effects: extra.effects ?? [], next: null };
}

/** The shortest way through a closed list. */
export function pathTo<S extends string>(
  from: S,
  to: S,
  moves: Readonly<Record<S, readonly S[]>>,
): readonly S[] {
  const paths: S[][] = [[from]];
  const seen = new Set<S>([from]);
  for (const path of paths) {
    const last = path.at(-1)!;
    if (last === to) return path;
    for (const next of moves[last]) {
      if (seen.has(next)) continue;
      seen.add(next);
      paths.push([...path, next]);
    }
  }
  throw new Error(`No way leads from ${from} to ${to}.`);
}

/** The steps of a path, one by one. */
export function steps<S>(path: readonly S[]): (readonly [from: S, to: S])[] {
  return path.slice(1).map((to, index) => [path[index]!, to]);
}
