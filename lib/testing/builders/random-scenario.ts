import type { DecisionPolicy } from '@/lib/engine/simulation/answering';
import { respond } from '@/lib/engine/simulation/answering';
import { exampleInput, exampleResult } from '@/lib/engine/simulation/example';
import { openWork } from '@/lib/engine/simulation/open-work';
import type { Answer } from '@/lib/engine/simulation/scenario';
import type { Simulation } from '@/lib/engine/simulation/simulation';
import type { JsonObject } from '@/lib/engine/json';
import type { Dice } from './random-run';

/** What might be answered next: mostly what goes on well, now and then a failure, a wait or a cancellation. */
export function randomAnswer(simulation: Simulation, dice: Dice): Answer | null {
  const { tasks, activities, signals, files, children, incidents, skippable, next, closed } =
    openWork(simulation);
  if (closed) return null;
  const answers: Answer[] = [];
  const task = dice.pick(tasks);
  const outcome = task && dice.pick(task.outcomes);
  if (task && outcome) {
    const form = task.form ? exampleInput(task.form.schema) : {};
    answers.push({ do: 'decide', step: task.step, outcome: outcome.key, form });
  }
  for (const { activity } of activities) {
    const key = activity.key;
    const good: Answer = { do: 'succeed', activity: key, result: exampleResult(activity) };
    const bad: Answer = { do: 'fail', activity: key, code: 'http_503', again: dice.roll(2) === 0 };
    answers.push(dice.roll(5) === 0 ? bad : good);
  }
  for (const { signal, payload } of signals)
    answers.push({ do: 'signal', signal, payload: payload ? randomPayload(payload, dice) : {} });
  for (const step of files) answers.push({ do: 'file', step });
  for (const { step, position } of children)
    answers.push(
      dice.roll(4) === 0
        ? { do: 'child', step, position, status: 'failed', code: 'broken' }
        : { do: 'child', step, position, status: 'completed', outcome: 'done', context: {} },
    );
  if (incidents.length > 0) answers.push({ do: 'retry' });
  for (const { activity } of skippable) answers.push({ do: 'skip', activity });
  if (next) answers.push({ do: 'wait' });
  if (dice.roll(25) === 0) answers.push({ do: 'cancel', mode: 'compensated' });
  return dice.pick(answers) ?? null;
}

/** Plays a number of random answers; those that are refused are left out. */
export function playRandomly(
  begun: Simulation,
  policy: DecisionPolicy,
  dice: Dice,
  most: number,
): Simulation {
  let simulation = begun;
  for (let count = 0; count < most; count += 1) {
    const answer = randomAnswer(simulation, dice);
    if (!answer) return simulation;
    const played = respond(simulation, answer, policy);
    if (played.ok) simulation = played.simulation;
  }
  return simulation;
}

/** What is required of a payload, with numbers and truths by chance: they decide where it goes on. */
function randomPayload(schema: JsonObject, dice: Dice): JsonObject {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonObject>>;
  return Object.fromEntries(
    Object.entries(exampleInput(schema)).map(([name, value]) => {
      if (typeof value === 'boolean') return [name, dice.roll(2) === 0];
      const most = properties[name]?.['maximum'];
      return [name, typeof value === 'number' && typeof most === 'number' ? dice.roll(most + 1) : value];
    }),
  );
}
