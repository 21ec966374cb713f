import { type Effect, type Environment, type Input, systemActor } from '@/lib/engine/decide/contract';
import { decide } from '@/lib/engine/decide/decide';
import type { Definition } from '@/lib/engine/definition/schema';
import type { EventActor, HistoryEvent } from '@/lib/engine/event';
import { isOpenChild } from '@/lib/engine/lifecycle';
import { withoutClosed } from '@/lib/engine/replay';
import type { Person, Snapshot } from '@/lib/engine/snapshot';
import { problemsOf } from './json-problems';
import type { Answer, Scenario, SimulatedPerson } from './scenario';

/** What a simulated instance has around it: what a scenario says of it. */
export type SimulatedWorld = Pick<
  Scenario,
  'startAt' | 'timeZone' | 'subject' | 'input' | 'requester' | 'people' | 'rules' | 'calendars'
> &
  Partial<Pick<Environment, 'zones' | 'managers'>>;

/** One question to the core, and the clock then. */
export type Asked = { readonly input: Input; readonly actor: EventActor; readonly now: string };

/** One answer and what came of it. */
export type Turn = {
  /** Null for the beginning. */
  readonly answer: Answer | null;
  /** The clock afterwards. */
  readonly now: string;
  /** What the core was asked, in order: what the runtime would have asked it in this turn. */
  readonly asked: readonly Asked[];
  readonly events: readonly HistoryEvent[];
  readonly snapshot: Snapshot;
};

/** An instance played on the core alone, by the very functions that run in production. Immutable: a step back is fewer turns. */
export type Simulation = {
  readonly definition: Definition;
  readonly world: SimulatedWorld;
  readonly turns: readonly Turn[];
};

export type Simulated =
  { readonly ok: true; readonly simulation: Simulation } | { readonly ok: false; readonly message: string };

/** The worker of every simulated attempt. */
export const simulatedWorker = 'simulator';
/** Consequences of one answer after which something must be wrong. */
const mostConsequences = 2_000;

/** Starts an instance and lets it go as far as it goes by itself. */
export function begin(definition: Definition, world: SimulatedWorld): Simulated {
  const [wrong] = definition.input ? problemsOf(definition.input, world.input) : [];
  if (wrong) return { ok: false, message: `The input is not what the process asks for: ${wrong}` };
  const requester = world.requester && personOf(world.requester);
  const play = new Play({ definition, world, turns: [] }, null);
  const started = play.ask(
    {
      kind: 'start',
      instanceId: 'simulated',
      definitionVersion: 1,
      subjectId: world.subject,
      input: world.input,
      requester,
    },
    requester ? actorOf(requester) : systemActor,
  );
  return play.end(started ?? play.ask({ kind: 'advance' }));
}

/** The instance as it stands. */
export function present({ turns }: Simulation): Snapshot {
  return turns.at(-1)!.snapshot;
}

/** The clock of the simulation. */
export function clock({ turns, world }: Simulation): string {
  return turns.at(-1)?.now ?? world.startAt;
}

/** All that has happened. */
export function historyOf({ turns }: Simulation): readonly HistoryEvent[] {
  return turns.flatMap(({ events }) => events);
}

/** The simulation as it was some turns ago; its beginning at the earliest. */
export function back(simulation: Simulation, turns = 1): Simulation {
  return { ...simulation, turns: simulation.turns.slice(0, Math.max(1, simulation.turns.length - turns)) };
}

/** A person of a simulation, as the core knows people. */
export function personOf({ email, name }: SimulatedPerson): Person {
  return { id: `simulated:${email.toLowerCase()}`, name, email };
}

/** A person as the actor of what they do. */
export function actorOf({ id, name }: Person): EventActor {
  return { type: 'user', id, name };
}

/** The rules of a simulation, as the core and the policy of decisions take them. */
export function rulesOf({ rules }: Pick<SimulatedWorld, 'rules'>): Environment['rules'] {
  return Object.fromEntries(Object.entries(rules).map(([key, value]) => [key, { value, version: '1' }]));
}

/** What the core knows around a simulated instance, besides the clock. */
function aroundOf(world: SimulatedWorld): Omit<Environment, 'now'> {
  const { requester, people, timeZone, calendars = {}, zones, managers } = world;
  const known = requester ? [requester, ...people] : people;
  return {
    rules: rulesOf(world),
    chance: [0.5],
    people: Object.fromEntries(known.map((one) => [one.email.toLowerCase(), personOf(one)])),
    timeZone,
    calendars,
    ...(zones && { zones }),
    ...(managers && { managers }),
  };
}

/** What expressions are evaluated with as the simulation stands. */
export function environmentOf(simulation: Simulation): Environment {
  return { ...aroundOf(simulation.world), now: clock(simulation) };
}

/** One turn in the making: asks the core, keeps the events, and lets happen what follows by itself. */
export class Play {
  #snapshot: Snapshot | null;
  #now: string;
  readonly #events: HistoryEvent[] = [];
  readonly #asked: Asked[] = [];
  #sequence: number;
  readonly #around: Omit<Environment, 'now'>;

  constructor(
    readonly simulation: Simulation,
    readonly answer: Answer | null,
  ) {
    this.#snapshot = simulation.turns.at(-1)?.snapshot ?? null;
    this.#now = clock(simulation);
    this.#sequence = this.#snapshot?.sequence ?? 0;
    this.#around = aroundOf(simulation.world);
  }

  get snapshot(): Snapshot {
    if (!this.#snapshot) throw new Error('The simulated instance has not been started.');
    return this.#snapshot;
  }

  get now(): string {
    return this.#now;
  }

  set now(at: string) {
    if (at > this.#now) this.#now = at;
  }

  /** Asks the core, and then for what its plan enqueues. @returns why it was refused, or null */
  ask(input: Input, actor: EventActor = systemActor): string | null {
    const open: { readonly input: Input; readonly actor: EventActor }[] = [{ input, actor }];
    for (let count = 0, next = open.shift(); next; count += 1, next = open.shift()) {
      if (count > mostConsequences) return 'It does not come to rest: this process runs in a circle.';
      const made = this.#decide(next.input, next.actor);
      if (!made.ok) {
        if (count === 0) return made.message;
        continue;
      }
      open.push(...made.effects.flatMap((effect) => this.#follow(effect)));
    }
    return null;
  }

  /** The simulation with this turn, or why there is none. */
  end(refusal: string | null): Simulated {
    if (refusal !== null) return { ok: false, message: refusal };
    const { simulation, answer } = this;
    const turn: Turn = {
      answer,
      now: this.#now,
      asked: this.#asked,
      events: this.#events,
      snapshot: this.snapshot,
    };
    return { ok: true, simulation: { ...simulation, turns: [...simulation.turns, turn] } };
  }

  #decide(
    input: Input,
    caller: EventActor,
  ):
    | { readonly ok: true; readonly effects: readonly Effect[] }
    | { readonly ok: false; readonly message: string } {
    const env: Environment = { ...this.#around, now: this.#now };
    try {
      const decision = decide(this.simulation.definition, this.#snapshot, input, env);
      if (!decision.ok) return { ok: false, message: decision.refusal.message };
      const { plan } = decision;
      this.#asked.push({ input, actor: caller, now: this.#now });
      for (const { actor, reason, ...event } of plan.events) {
        this.#events.push({
          ...event,
          sequence: (this.#sequence += 1),
          actor: actor ?? caller,
          reason: reason ?? null,
          occurredAt: this.#now,
        });
      }
      this.#snapshot = withoutClosed(plan.after);
      return { ok: true, effects: plan.effects };
    } catch (error) {
      // A definition that lint refuses may be one that the core cannot run.
      const why = error instanceof Error ? error.message : String(error);
      return { ok: false, message: `The process cannot be run as it is drawn: ${why}` };
    }
  }

  /** What the runtime would do at once for an effect; work of its own waits to be answered. */
  #follow(effect: Effect): { readonly input: Input; readonly actor: EventActor }[] {
    if (effect.kind === 'advance' && effect.at === undefined)
      return [{ input: { kind: 'advance' }, actor: systemActor }];
    if (effect.kind !== 'settle_child') return [];
    const child = this.snapshot.children[effect.child];
    if (!child || !isOpenChild(child.status)) return [];
    const input: Input = child.cancelling
      ? { kind: 'child_ended', child: child.key, end: { status: 'cancelled' } }
      : { kind: 'child_started', child: child.key, instance: `simulated:${child.key}` };
    return [{ input, actor: systemActor }];
  }
}
