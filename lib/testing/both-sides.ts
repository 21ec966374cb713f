import type { Input } from '@/lib/engine/decide/contract';
import type { Definition } from '@/lib/engine/definition/schema';
import type { EventActor } from '@/lib/engine/event';
import type { Json, JsonObject } from '@/lib/engine/json';
import type { SimulatedPerson } from '@/lib/engine/simulation/scenario';
import { begin, historyOf, type Simulation } from '@/lib/engine/simulation/simulation';
import { move } from '@/lib/runtime/move';
import { loadInstance, loadStart, type Loaded } from '@/lib/runtime/snapshot';
import { startInstance } from '@/lib/runtime/start';
import { newId } from '@/lib/runtime/uuid';
import { mayDecide } from '@/lib/tasks/authority';
import { Dice } from './builders/random-run';
import { playRandomly } from './builders/random-scenario';
import { RuntimeWorld } from './runtime-world';
import { makePerson } from './tenant';

/** What an event changed, without instants, actors and data. */
export type Move = {
  readonly subject: string;
  readonly type: string;
  readonly key: string | null;
  readonly branch: string;
  readonly from: string | null;
  readonly to: string | null;
};

/** The same people and rules on both sides, so that a simulation and the runtime on PostgreSQL can be asked the same. */
export class BothSides {
  /** What the simulator makes up of people gets an id that the database takes. */
  readonly #ids = new Map<string, string>();

  private constructor(
    readonly world: RuntimeWorld,
    private readonly people: readonly SimulatedPerson[],
    private readonly rules: Readonly<Record<string, Json>>,
  ) {}

  static async make(
    people: readonly SimulatedPerson[],
    rules: Readonly<Record<string, Json>>,
  ): Promise<BothSides> {
    const sides = new BothSides(await RuntimeWorld.make(), people, rules);
    const madeUp = [1, 2, 3].map((number) => ({
      email: `somebody-${number}@simulated.invalid`,
      name: `Somebody ${number}`,
    }));
    for (const { email, name } of [...people, ...madeUp]) {
      const { id } = await makePerson(sides.world.database.owner, sides.world.tenantId, name);
      sides.#ids.set(JSON.stringify(`simulated:${email.toLowerCase()}`), id);
    }
    return sides;
  }

  /** A case that is answered by chance, the same for the same seed. */
  play(definition: Definition, input: JsonObject, seed: number, most: number): Simulation {
    const begun = begin(definition, {
      startAt: '2026-03-02T09:00:00.000000Z',
      timeZone: 'UTC',
      subject: `case-${seed}`,
      input,
      requester: this.people[seed % this.people.length]!,
      people: [...this.people],
      rules: this.rules,
    });
    if (!begun.ok) throw new Error(begun.message);
    const dice = new Dice(Array.from({ length: 40 }, (_, index) => (seed * 7919 + index * 104_729) % 10_007));
    return playRandomly(begun.simulation, mayDecide, dice, most);
  }

  /** Asks the runtime, against the database, what the simulator asked the core, at the simulator's time. */
  async realMoves(simulation: Simulation): Promise<Move[]> {
    const { database } = this.world;
    const { rows } = await database.owner.query<Move>(
      `SELECT subject, type, key, branch, coalesce(from_status, from_state) AS "from", coalesce(to_status, to_state) AS "to"
       FROM events WHERE instance_id = $1 ORDER BY sequence`,
      [await this.#runForReal(simulation)],
    );
    return rows;
  }

  async #runForReal(simulation: Simulation): Promise<string> {
    const [first, ...asked] = simulation.turns.flatMap((turn) => turn.asked);
    if (first?.input.kind !== 'start') throw new Error('a simulation begins with a start');
    const { tenantId, database } = this.world;
    const start = await loadStart(database.app, tenantId, simulation.definition.key);
    if (!start) throw new Error('not published');
    const environment = { ...start.environment, ...this.#environment(simulation, first.now) };
    const started = await startInstance(
      database.app,
      {
        tenantId,
        start: { ...start, environment },
        subjectId: newId(),
        correlationKey: null,
        input: first.input.input,
        facts: [],
        requester: this.#known(first.input.requester),
        startKey: null,
        startHash: null,
      },
      { actor: this.#known(first.actor) },
    );
    if (!started.ok) throw new Error(started.refusal.message);
    const place = { tenantId, instanceId: started.instanceId };
    for (const { input, actor, now } of asked) {
      const loaded = (await loadInstance(database.app, tenantId, started.instanceId))!;
      const then: Loaded = {
        ...loaded,
        environment: { ...loaded.environment, ...this.#environment(simulation, now) },
      };
      const moved = await move(database.app, place, this.#known(input), this.#mover(input, actor), then);
      if (!moved.ok) throw new Error(`${input.kind}: ${moved.refusal.message}`);
    }
    return started.instanceId;
  }

  #environment({ world: { people: cast, requester } }: Simulation, now: string) {
    const all = requester ? [...cast, requester] : cast;
    const byAddress = all.map(({ email, name }) => [
      email.toLowerCase(),
      this.#known({ id: `simulated:${email.toLowerCase()}`, name, email }),
    ]);
    return {
      now,
      chance: [0.5],
      timeZone: 'UTC',
      rules: Object.fromEntries(
        Object.entries(this.rules).map(([key, value]) => [key, { value, version: '1' }]),
      ),
      people: Object.fromEntries(byAddress) as Loaded['environment']['people'] & object,
    };
  }

  #mover(input: Input, actor: EventActor) {
    return { actor: this.#known(actor), ...('worker' in input && { workerId: input.worker }) };
  }

  /** The same person on both sides. */
  #known<T>(value: T): T {
    const text = JSON.stringify(value).replace(/"simulated:[^"]*"/g, (made) => {
      const id = this.#ids.get(made) ?? newId();
      this.#ids.set(made, id);
      return JSON.stringify(id);
    });
    return JSON.parse(text) as T;
  }
}

/** The moves of a simulation's history. */
export function simulatedMoves(simulation: Simulation): Move[] {
  return historyOf(simulation).map(({ subject, type, key, branch, from, to }) => ({
    subject,
    type,
    key,
    branch,
    from,
    to,
  }));
}
