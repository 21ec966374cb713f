import type { Definition } from '@/lib/engine/definition/schema';
import { exampleInput } from '@/lib/engine/simulation/example';
import { nextAnswer } from '@/lib/engine/simulation/next-answer';
import { respond } from '@/lib/engine/simulation/answering';
import { begin, present, type Simulation } from '@/lib/engine/simulation/simulation';
import { mayDecide } from '@/lib/tasks/authority';

/** Answers after which a definition is taken to come to no end. */
const most = 1_000;

/** Plays a definition by the core to its end, all going its way. The problem says why it came to none. */
export function runThrough(definition: Definition): {
  readonly simulation: Simulation | null;
  readonly problem: string | null;
} {
  const begun = begin(definition, {
    startAt: '2026-03-02T09:00:00.000000Z',
    timeZone: 'UTC',
    subject: '1',
    input: exampleInput(definition.input ?? {}),
    requester: { email: 'ann@example.test', name: 'Ann', roles: [] },
    people: [],
    rules: {},
  });
  if (!begun.ok) return { simulation: null, problem: begun.message };
  let { simulation } = begun;
  for (let count = 0; count < most; count += 1) {
    const answer = nextAnswer(simulation, { outcomes: {}, failing: [] });
    if (!answer) break;
    const played = respond(simulation, answer, mayDecide);
    if (!played.ok) return { simulation, problem: played.message };
    simulation = played.simulation;
  }
  const { status, state, incidents } = present(simulation);
  if (status === 'completed') return { simulation, problem: null };
  const why = Object.values(incidents).map(({ message }) => message);
  return { simulation, problem: `It stands at ${state} (${status}). ${why.join(' ')}` };
}
