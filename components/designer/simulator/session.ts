import { createContext, useContext, useMemo } from 'react';
import { notify } from '@/components/ui/toast';
import type { DesignWorld } from '@/lib/definitions/schema';
import type { Definition } from '@/lib/engine/definition/schema';
import { respond } from '@/lib/engine/simulation/answering';
import { runActivities } from '@/lib/engine/simulation/play-scenario';
import type { Answer, Scenario } from '@/lib/engine/simulation/scenario';
import { back, begin, type SimulatedWorld, type Simulation } from '@/lib/engine/simulation/simulation';
import { mayDecide } from '@/lib/tasks/authority';
import type { Table } from './table';

/** One sitting at the simulator: what is being played, and how it goes on. */
export type Session = {
  readonly simulation: Simulation;
  /** Activities succeed by themselves, with an example of what they declare. */
  readonly automatic: boolean;
  readonly setAutomatic: (automatic: boolean) => void;
  readonly answer: (answer: Answer) => void;
  readonly back: (turns: number) => void;
  readonly reset: () => void;
};

const SessionContext = createContext<Session | null>(null);
export const SessionProvider = SessionContext.Provider;

/** The sitting that this component is part of. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs the SessionProvider around it');
  return session;
}

export type Sitting = {
  readonly session: Session | null;
  /** Starts an instance. @returns why it cannot be started, or null */
  readonly start: (definition: Definition, world: SimulatedWorld) => string | null;
  /** Puts what was played elsewhere (a scenario) on the table. */
  readonly show: (simulation: Simulation) => void;
  /** Plays the same answers through the definition as it is now, as far as they can be given. */
  readonly again: (definition: Definition) => void;
};

/** A sitting at the simulator, over what lies on its table. */
export function useSitting([{ simulation, automatic }, put]: Table): Sitting {
  return useMemo(() => {
    const setSimulation = (next: Simulation | null) => put((before) => ({ ...before, simulation: next }));
    const settled = (at: Simulation) => (automatic ? runActivities(at, mayDecide) : at);
    const session: Session | null = simulation && {
      simulation,
      automatic,
      setAutomatic: (next) =>
        put({ automatic: next, simulation: next ? runActivities(simulation, mayDecide) : simulation }),
      answer: (answer) => {
        const played = respond(simulation, answer, mayDecide);
        if (played.ok) setSimulation(settled(played.simulation));
        else notify({ tone: 'danger', title: played.message });
      },
      back: (turns) => setSimulation(back(simulation, turns)),
      reset: () => setSimulation(null),
    };
    return {
      session,
      show: setSimulation,
      start: (definition, world) => {
        const begun = begin(definition, world);
        if (!begun.ok) return begun.message;
        setSimulation(settled(begun.simulation));
        return null;
      },
      again: (definition) => simulation && setSimulation(playedAgain(definition, simulation)),
    };
  }, [simulation, automatic, put]);
}

function playedAgain(definition: Definition, before: Simulation): Simulation | null {
  const begun = begin(definition, before.world);
  if (!begun.ok) {
    notify({ tone: 'danger', title: begun.message });
    return null;
  }
  let { simulation } = begun;
  for (const { answer } of before.turns) {
    if (!answer) continue;
    const played = respond(simulation, answer, mayDecide);
    if (!played.ok) {
      notify({ tone: 'caution', title: played.message });
      return simulation;
    }
    simulation = played.simulation;
  }
  return simulation;
}

/** What a simulation of a definition meets when it begins now: the organization's people and the rules that the definition names. */
export function worldNow(
  definition: Definition,
  { people, ruleValues, calendarValues, timeZone }: DesignWorld,
  given: Pick<SimulatedWorld, 'subject' | 'input' | 'requester'>,
): SimulatedWorld {
  const text = JSON.stringify(definition);
  return {
    startAt: new Date().toISOString().replace('Z', '000Z'),
    timeZone,
    people: [...people],
    rules: Object.fromEntries(Object.entries(ruleValues).filter(([key]) => text.includes(key))),
    calendars: Object.fromEntries(
      Object.entries(calendarValues).filter(([key]) => text.includes(`"${key}"`)),
    ),
    ...given,
  };
}

/** What is kept of a simulation as a scenario: only those people that it needs. */
export function scenarioOf(simulation: Simulation, named: Pick<Scenario, 'key' | 'name'>): Scenario {
  const { world, turns } = simulation;
  const { status, state, outcome } = turns.at(-1)!.snapshot;
  const answers = turns.flatMap(({ answer }) => answer ?? []);
  const acting = new Set(answers.flatMap((answer) => ('by' in answer && answer.by ? answer.by : [])));
  const whole = world.people.filter(({ email }) => acting.has(email) || names(simulation, email));
  return {
    ...named,
    ...world,
    people: whole,
    answers,
    expected: {
      status: status ?? 'created',
      ...(state !== null && { state }),
      ...(outcome !== null && { outcome }),
    },
  };
}

/** Whether a task is, or was, somebody's by their address. */
function names({ turns }: Simulation, email: string): boolean {
  return turns.some(({ snapshot }) =>
    Object.values(snapshot.tasks).some(
      ({ candidatePeople, votes }) =>
        candidatePeople.includes(email.toLowerCase()) || votes.some(({ person }) => person.email === email),
    ),
  );
}
