import type { Definition } from '@/lib/engine/definition/schema';
import { type DecisionPolicy, respond } from './answering';
import { exampleResult } from './example';
import { openWork } from './open-work';
import type { Scenario } from './scenario';
import { begin, present, type Simulated, type Simulation } from './simulation';

/** How far a scenario came, and why it is not as expected; no problem: it is. */
export type PlayedScenario = { readonly simulation: Simulation | null; readonly problem: string | null };

/** Attempts between two answers after which something must be wrong. */
const mostAttempts = 500;

/**
 * Plays a scenario through a definition. Activities for which it has no answer succeed with an example of what they declare,
 * so that a scenario about decisions need not speak of each mail; everything else has to be answered in order.
 */
export function playScenario(
  definition: Definition,
  scenario: Scenario,
  policy: DecisionPolicy,
): PlayedScenario {
  const begun = begin(definition, scenario);
  if (!begun.ok) return { simulation: null, problem: begun.message };
  let { simulation } = begun;
  for (const [index, answer] of scenario.answers.entries()) {
    const played = respondInTime(simulation, answer, policy);
    if (!played.ok) return { simulation, problem: `Answer ${index + 1}: ${played.message}` };
    simulation = played.simulation;
  }
  simulation = runActivities(simulation, policy);
  return { simulation, problem: unexpected(simulation, scenario) };
}

/** The answer, after as many activities as it takes until it can be given. */
function respondInTime(
  given: Simulation,
  answer: Scenario['answers'][number],
  policy: DecisionPolicy,
): Simulated {
  const first = answer.do === 'wait' ? null : respond(given, answer, policy);
  if (first?.ok) return first;
  for (let simulation = given, count = 0; count < mostAttempts; count += 1) {
    const gone = runOne(simulation, policy);
    if (!gone)
      return answer.do === 'wait'
        ? respond(simulation, answer, policy)
        : (first ?? respond(simulation, answer, policy));
    simulation = gone;
    if (answer.do === 'wait') continue;
    const again = respond(simulation, answer, policy);
    if (again.ok) return again;
  }
  return { ok: false, message: 'It does not come to rest.' };
}

/** Lets all activities that may begin succeed, one after the other. */
export function runActivities(simulation: Simulation, policy: DecisionPolicy): Simulation {
  let at = simulation;
  for (let count = 0; count < mostAttempts; count += 1) {
    const gone = runOne(at, policy);
    if (!gone) return at;
    at = gone;
  }
  return at;
}

function runOne(simulation: Simulation, policy: DecisionPolicy): Simulation | null {
  for (const { activity } of openWork(simulation).activities) {
    const answer = { do: 'succeed', activity: activity.key, result: exampleResult(activity) } as const;
    const played = respond(simulation, answer, policy);
    if (played.ok) return played.simulation;
  }
  return null;
}

function unexpected(simulation: Simulation, { expected }: Scenario): string | null {
  const { status, state, outcome } = present(simulation);
  const differs =
    status !== expected.status ||
    (expected.state !== undefined && state !== expected.state) ||
    (expected.outcome !== undefined && outcome !== expected.outcome);
  if (!differs) return null;
  return `It was to come to ${words(expected.status, expected.state, expected.outcome)}, and came to ${words(status, state, outcome)}.`;
}

function words(status: string | null, state?: string | null, outcome?: string | null): string {
  const where = state ? ` in ${state}` : '';
  return `${status ?? 'nothing'}${where}${outcome ? ` with outcome ${outcome}` : ''}`;
}
