import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoDefinitions } from '@/lib/demo/demo-definitions';
import { demoRules } from '@/lib/demo/rules';
import { demoStories } from '@/lib/demo/demo-stories';
import { demoAccounts } from '@/lib/demo/accounts';
import type { Input } from '@/lib/engine/decide/contract';
import type { Definition } from '@/lib/engine/definition/schema';
import type { EventActor } from '@/lib/engine/event';
import type { JsonObject } from '@/lib/engine/json';
import { begin, historyOf, type Simulation } from '@/lib/engine/simulation/simulation';
import { move } from '@/lib/runtime/move';
import { loadInstance, loadStart, type Loaded } from '@/lib/runtime/snapshot';
import { startInstance } from '@/lib/runtime/start';
import { newId } from '@/lib/runtime/uuid';
import { mayDecide } from '@/lib/tasks/authority';
import { Dice } from '@/lib/testing/builders/random-run';
import { playRandomly } from '@/lib/testing/builders/random-scenario';
import { RuntimeWorld } from '@/lib/testing/runtime-world';
import { makePerson } from '@/lib/testing/tenant';

/** How many random cases of each process are played on both sides. */
const cases = 4;
const most = 18;

let world: RuntimeWorld;
beforeAll(async () => {
  world = await RuntimeWorld.make();
  const madeUp = [1, 2, 3].map((number) => ({
    email: `somebody-${number}@simulated.invalid`,
    name: `Somebody ${number}`,
  }));
  for (const { email, name } of [...people, ...madeUp]) {
    const { id } = await makePerson(world.database.owner, world.tenantId, name);
    ids.set(JSON.stringify(`simulated:${email.toLowerCase()}`), id);
  }
});
afterAll(() => world.drop());

/** The same person on both sides: what the simulator makes up gets an id that the database takes. */
const ids = new Map<string, string>();
function known<T>(value: T): T {
  const text = JSON.stringify(value).replace(/"simulated:[^"]*"/g, (made) => {
    const id = ids.get(made) ?? newId();
    ids.set(made, id);
    return JSON.stringify(id);
  });
  return JSON.parse(text) as T;
}

const people = demoAccounts.map(({ email, name, roles }) => ({ email, name, roles: [...roles] }));
const rules = Object.fromEntries(demoRules.map(({ key, value }) => [key, value]));

function simulated(definition: Definition, input: JsonObject, seed: number): Simulation {
  const begun = begin(definition, {
    startAt: '2026-03-02T09:00:00.000000Z',
    timeZone: 'UTC',
    subject: `case-${seed}`,
    input,
    requester: people[seed % people.length]!,
    people,
    rules,
  });
  if (!begun.ok) throw new Error(begun.message);
  const dice = new Dice(Array.from({ length: 40 }, (_, index) => (seed * 7919 + index * 104_729) % 10_007));
  return playRandomly(begun.simulation, mayDecide, dice, most);
}

/** Asks the runtime, against the database, what the simulator asked the core, at the simulator's time. */
async function runForReal(simulation: Simulation): Promise<string> {
  const [first, ...asked] = simulation.turns.flatMap((turn) => turn.asked);
  if (first?.input.kind !== 'start') throw new Error('a simulation begins with a start');
  const { tenantId, database } = world;
  const start = await loadStart(database.app, tenantId, simulation.definition.key);
  if (!start) throw new Error('not published');
  const environment = { ...start.environment, ...simulatedEnvironment(simulation, first.now) };
  const started = await startInstance(
    database.app,
    {
      tenantId,
      start: { ...start, environment },
      subjectId: newId(),
      correlationKey: null,
      input: first.input.input,
      facts: [],
      requester: known(first.input.requester),
      startKey: null,
      startHash: null,
    },
    { actor: known(first.actor) },
  );
  if (!started.ok) throw new Error(started.refusal.message);
  const place = { tenantId, instanceId: started.instanceId };
  for (const { input, actor, now } of asked) {
    const loaded = (await loadInstance(database.app, tenantId, started.instanceId))!;
    const then: Loaded = {
      ...loaded,
      environment: { ...loaded.environment, ...simulatedEnvironment(simulation, now) },
    };
    const moved = await move(database.app, place, known(input), moverOf(input, actor), then);
    if (!moved.ok) throw new Error(`${input.kind}: ${moved.refusal.message}`);
  }
  return started.instanceId;
}

function simulatedEnvironment({ world: { people: cast, requester } }: Simulation, now: string) {
  const all = requester ? [...cast, requester] : cast;
  const byAddress = all.map(({ email, name }) => [
    email.toLowerCase(),
    known({ id: `simulated:${email.toLowerCase()}`, name, email }),
  ]);
  return {
    now,
    chance: [0.5],
    timeZone: 'UTC',
    rules: Object.fromEntries(Object.entries(rules).map(([key, value]) => [key, { value, version: '1' }])),
    people: Object.fromEntries(byAddress) as Loaded['environment']['people'] & object,
  };
}

function moverOf(input: Input, actor: EventActor) {
  return { actor: known(actor), ...('worker' in input && { workerId: input.worker }) };
}

type Move = {
  subject: string;
  type: string;
  key: string | null;
  branch: string;
  from: string | null;
  to: string | null;
};

async function realMoves(instanceId: string): Promise<Move[]> {
  const { rows } = await world.database.owner.query<Move>(
    `SELECT subject, type, key, branch, coalesce(from_status, from_state) AS "from", coalesce(to_status, to_state) AS "to"
     FROM events WHERE instance_id = $1 ORDER BY sequence`,
    [instanceId],
  );
  return rows;
}

test.each(demoDefinitions.map((definition) => [definition.key, definition] as const))(
  'whatever is answered in %s, the simulated history has the moves of the real one',
  async (key, definition) => {
    await world.publish({ ...definition, subject: { ...definition.subject, unique: false } });
    const stories = demoStories.filter((story) => story.definition === key);
    for (let seed = 1; seed <= cases; seed += 1) {
      const simulation = simulated(definition, stories[seed % stories.length]!.input, seed);

      const real = await realMoves(await runForReal(simulation));

      const moves = historyOf(simulation).map(({ subject, type, key: about, branch, from, to }): Move => ({
        subject,
        type,
        key: about,
        branch,
        from,
        to,
      }));
      expect(real).toEqual(moves);
      expect(moves.length).toBeGreaterThan(5);
    }
    await world.expectVerified();
  },
);
