import { covers } from '@/lib/absence/scope';
import { askedOf, deciders } from '@/lib/engine/simulation/answering';
import type { SimulatedPerson } from '@/lib/engine/simulation/scenario';
import { clock, personOf, rulesOf, type Simulation } from '@/lib/engine/simulation/simulation';
import type { Task } from '@/lib/engine/snapshot';
import { mayDecide } from '@/lib/tasks/authority';
import type { Away } from './read-world';
import type { TaskEntry } from './schema';

/** Those who could decide a task then, by the policy of real decisions: in their own right, and for those who are away then. */
export function whoDecides(simulation: Simulation, task: Task, away: readonly Away[]): TaskEntry['people'] {
  const now = clock(simulation);
  const then = away.filter(({ startsAt, endsAt }) => startsAt <= now && now < endsAt);
  const own = deciders(simulation, task, mayDecide);
  const direct = own.map(({ name, email }) => ({ name, email, actingFor: null }));
  const known = new Map(simulation.world.people.map((person) => [person.email, person]));
  const asked = askedOf(simulation, task);
  const deputies = own.flatMap((person) =>
    standIns(person.email, then, simulation.definition.key, task.limit?.amount).flatMap((absence) => {
      const deputy = known.get(absence.deputy);
      if (!deputy || own.includes(deputy)) return [];
      const decider = {
        ...personOf(deputy),
        active: true,
        roles: deputy.roles,
        actingFor: [principal(person, absence)],
      };
      const may = mayDecide(decider, asked, rulesOf(simulation.world));
      return may.ok ? [{ name: deputy.name, email: deputy.email, actingFor: person.name }] : [];
    }),
  );
  return [...direct, ...deputies];
}

/** The absences by which others stand in for a person, also through deputies who are away themselves. */
function standIns(
  person: string,
  away: readonly Away[],
  process: string,
  amount: number | undefined,
  passed: readonly string[] = [],
): Away[] {
  return away
    .filter((one) => one.person === person && !passed.includes(one.deputy) && covers(one, process, amount))
    .flatMap((one) => [one, ...standIns(one.deputy, away, process, amount, [...passed, person])]);
}

function principal(person: SimulatedPerson, { id, endsAt, processes, mostAmount }: Away) {
  return {
    ...personOf(person),
    roles: person.roles,
    absence: id,
    until: endsAt,
    processes,
    mostAmount,
    through: [],
  };
}
