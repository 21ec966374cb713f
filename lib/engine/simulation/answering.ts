import type { Input } from '@/lib/engine/decide/contract';
import type { Environment } from '@/lib/engine/decide/contract';
import type { JsonObject } from '@/lib/engine/json';
import type { EventData } from '@/lib/engine/event-data';
import { earlierDeciders } from '@/lib/engine/second-eyes';
import type { Person, Task } from '@/lib/engine/snapshot';
import { timerActor } from '@/lib/engine/decide/timer-fired';
import { problemsOf } from './json-problems';
import { openWork } from './open-work';
import type { Answer, AnswerOf, SimulatedPerson } from './scenario';
import {
  actorOf,
  historyOf,
  personOf,
  Play,
  present,
  rulesOf,
  type Simulated,
  type Simulation,
  simulatedWorker,
} from './simulation';

/** Whether somebody may decide a task: the policy of production, which stands above the core and is given to a simulation. */
export type DecisionPolicy = (
  person: Person & {
    readonly active: boolean;
    readonly roles: readonly string[];
    /** Nobody is away in a simulation. */
    readonly actingFor: readonly never[];
  },
  task: Task & {
    readonly process: string;
    readonly requester: Person | null;
    readonly earlierDeciders: readonly Person[];
    readonly changedSince: null;
  },
  rules: Environment['rules'],
) => { readonly ok: true; readonly authority: JsonObject } | { readonly ok: false; readonly message: string };

/** How long a signal is kept that nothing waits for yet, in seconds. */
const keepSeconds = 7 * 24 * 3600;

/** Plays one answer. What cannot happen now changes nothing and says why. */
export function respond(simulation: Simulation, answer: Answer, policy: DecisionPolicy): Simulated {
  const play = new Play(simulation, answer);
  switch (answer.do) {
    case 'decide':
      return play.end(decideTask(play, answer, policy));
    case 'signal':
      return play.end(sendSignal(play, answer));
    case 'file':
      return play.end(upload(play, answer));
    case 'succeed':
    case 'fail':
      return play.end(attempt(play, answer));
    case 'child':
      return play.end(endChild(play, answer));
    case 'wait':
      return play.end(wait(play));
    case 'cancel':
      return play.end(play.ask({ kind: 'cancel', mode: answer.mode, reason: answer.reason ?? 'Simulated' }));
    case 'retry': {
      const { context } = answer;
      return play.end(play.ask({ kind: 'retry', reason: 'Simulated', ...(context && { context }) }));
    }
    case 'skip': {
      const failed = openWork(simulation).skippable.find(({ activity }) => activity === answer.activity);
      if (!failed) return play.end(`No activity ${answer.activity} has failed for good.`);
      return play.end(
        play.ask({ kind: 'skip_activity', execution: failed.key, reason: 'Simulated' } satisfies Input),
      );
    }
  }
}

/** Those of the simulation's people who may decide a task now. */
export function deciders(
  simulation: Simulation,
  task: Task,
  policy: DecisionPolicy,
): readonly SimulatedPerson[] {
  const { people, requester } = simulation.world;
  const all = requester ? [...people, requester] : people;
  return all.filter(
    (person, index) =>
      all.findIndex(({ email }) => email === person.email) === index &&
      ask(simulation, task, person, policy).ok,
  );
}

function ask(simulation: Simulation, task: Task, person: SimulatedPerson, policy: DecisionPolicy) {
  const decider = { ...personOf(person), active: true, roles: person.roles, actingFor: [] };
  return policy(decider, askedOf(simulation, task), rulesOf(simulation.world));
}

/** A task as the policy of decisions looks at it. */
export function askedOf(simulation: Simulation, task: Task): Parameters<DecisionPolicy>[1] {
  const { definition } = simulation;
  const { requester } = present(simulation);
  const votes = decisions(simulation).filter(({ key }) => key !== task.key);
  const earlier = earlierDeciders(definition, task.step, votes);
  return { ...task, process: definition.key, requester, earlierDeciders: earlier, changedSince: null };
}

/** All decisions so far, on tasks that have closed too. */
function decisions(simulation: Simulation) {
  return historyOf(simulation).flatMap(({ type, key, data }) =>
    type === 'USER_TASK_DECIDED' && key !== null
      ? [{ key, step: key.split(':').at(-2) ?? key, vote: data as EventData['USER_TASK_DECIDED'] }]
      : [],
  );
}

function decideTask(play: Play, answer: AnswerOf<'decide'>, policy: DecisionPolicy): string | null {
  const { simulation } = play;
  const task = openWork(simulation).tasks.find(({ step }) => step === answer.step);
  if (!task) return `No task is open in ${answer.step}.`;
  const person = answer.by === undefined ? somebody(simulation, task, policy) : named(simulation, answer.by);
  if (!person) return `There is nobody with the address ${answer.by} in this simulation.`;
  const authority = ask(simulation, task, person, policy);
  if (!authority.ok) return `${person.name}: ${authority.message}`;
  const form = answer.form ?? {};
  const [wrong] = task.form ? problemsOf(task.form.schema, form) : [];
  if (wrong) return `The form of ${answer.step} is not filled in as it asks: ${wrong}`;
  const by = personOf(person);
  return play.ask(
    {
      kind: 'decide_task',
      task: task.key,
      outcome: answer.outcome,
      form,
      reason: answer.reason ?? (needsReason(task, answer.outcome) ? 'Simulated' : null),
      by,
      onBehalfOf: null,
      authority: authority.authority,
    },
    actorOf(by),
  );
}

function needsReason(task: Task, outcome: string): boolean {
  return task.outcomes.find(({ key }) => key === outcome)?.reason === 'required';
}

function named({ world }: Simulation, email: string): SimulatedPerson | undefined {
  const all = world.requester ? [...world.people, world.requester] : world.people;
  return all.find((person) => person.email.toLowerCase() === email.toLowerCase());
}

/** Somebody who may decide: one of the simulation's people, else one made up who has what the task asks for. */
function somebody(simulation: Simulation, task: Task, policy: DecisionPolicy): SimulatedPerson {
  const [known] = deciders(simulation, task, policy);
  if (known) return known;
  const voted = new Set(task.votes.map(({ person }) => person.email.toLowerCase()));
  const called = task.candidatePeople.find((email) => !voted.has(email) && !task.excluded.includes(email));
  const number = decisions(simulation).length + 1;
  const email = task.candidateRoles.length > 0 || !called ? `somebody-${number}@simulated.invalid` : called;
  return { email, name: `Somebody ${number}`, roles: [...task.candidateRoles] };
}

function sendSignal(play: Play, { signal, payload = {} }: AnswerOf<'signal'>): string | null {
  const awaited = openWork(play.simulation).signals.find((one) => one.signal === signal);
  const [wrong] = awaited?.payload ? problemsOf(awaited.payload, payload) : [];
  if (wrong) return `The payload of ${signal} is not what the process asks for: ${wrong}`;
  const id = `simulated-${play.simulation.turns.length}`;
  return play.ask({ kind: 'signal', id, name: signal, payload, keepSeconds });
}

function upload(play: Play, { step, name = 'document.pdf' }: AnswerOf<'file'>): string | null {
  const id = `simulated-${play.simulation.turns.length}`;
  const file = { id, name, size: 1_024, type: 'application/pdf', sha256: '0'.repeat(64) };
  return play.ask({ kind: 'file', step, file });
}

function attempt(play: Play, answer: AnswerOf<'succeed'> | AnswerOf<'fail'>): string | null {
  const due = openWork(play.simulation).activities.find(({ activity }) => activity.key === answer.activity);
  if (!due) return `No attempt of ${answer.activity} may begin now.`;
  const execution = due.execution.key;
  const token = `token-${play.snapshot.sequence}`;
  const refused = play.ask({
    kind: 'start_attempt',
    execution,
    worker: simulatedWorker,
    token,
    leaseSeconds: 60,
  });
  if (refused !== null) return refused;
  if (answer.do === 'succeed')
    return play.ask({ kind: 'attempt_succeeded', execution, token, result: answer.result });
  const { code, again = false } = answer;
  const error = { code, message: `It failed with ${code}`, retryable: again };
  return play.ask({ kind: 'attempt_failed', execution, token, error });
}

function endChild(play: Play, answer: AnswerOf<'child'>): string | null {
  const { step, position = 0, status, outcome = null, context = {}, code = 'failed' } = answer;
  const child = openWork(play.simulation).children.find(
    (one) => one.step === step && one.position === position,
  );
  if (!child) return `No child of ${step} is open at place ${position + 1}.`;
  const end =
    status === 'completed'
      ? ({ status, outcome, context } as const)
      : status === 'failed'
        ? ({ status, error: { code, message: `It failed with ${code}` } } as const)
        : ({ status } as const);
  return play.ask({ kind: 'child_ended', child: child.key, end });
}

/** The clock goes to the next instant at which something happens by itself; then that happens, in order. */
function wait(play: Play): string | null {
  const { next } = openWork(play.simulation);
  if (!next) return 'Nothing happens by itself any more: something else has to come first.';
  play.now = next.at;
  for (const { key } of next.timers) {
    if (play.snapshot.timers[key]?.closedAt !== null) continue;
    const refused = play.ask({ kind: 'timer_fired', timer: key }, timerActor(key));
    if (refused !== null) return refused;
  }
  return next.attempts.length > 0 ? play.ask({ kind: 'advance' }) : null;
}
