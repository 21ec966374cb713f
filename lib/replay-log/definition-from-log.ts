import type { Definition, Transition } from '@/lib/engine/definition/schema';
import type { Step } from '@/lib/engine/definition/step-schema';
import type { EventLog } from './event-log';
import { fileProblem } from './problem';
import { uniqueKeys } from './unique-keys';

/** The process that a log shows, and how the log's words map to its keys. */
export type LogProcess = {
  readonly definition: Definition;
  /** Activity → key of its step. */
  readonly steps: ReadonlyMap<string, string>;
  /** Key of a step → the outcomes that its task has: keys of the steps that follow it, and `end`. */
  readonly outcomes: ReadonlyMap<string, ReadonlySet<string>>;
};

/** Outcome of an activity after which a case ends, and key of the END. */
export const endKey = 'end';
const startKey = 'start';

/** Role that all people of a log hold: they may start cases and decide every task. */
export const participantRole = 'log_participant';

/**
 * The definition whose paths from START to END are the log's directly-follows pairs: a task for every activity,
 * an outcome of it for every activity that follows it somewhere in the log. The input field `first` says which
 * activity a case begins with. Throws `ProblemFound` when the log has more activities than a definition holds.
 */
export function definitionFromLog(log: EventLog, key: string): LogProcess {
  const names = log.cases.flatMap((logCase) => logCase.events.map((event) => event.activity));
  const steps = uniqueKeys(names, [startKey, endKey]);
  const firsts = new Set<string>();
  const outcomes = new Map<string, Set<string>>([...steps.values()].map((step) => [step, new Set()]));
  for (const { events } of log.cases) {
    const path = events.map((event) => steps.get(event.activity) as string);
    firsts.add(path[0] as string);
    path.forEach((step, index) => outcomes.get(step)?.add(path[index + 1] ?? endKey));
  }
  const transitions = [...startTransitions(firsts), ...taskTransitions(outcomes)];
  refuseTooLarge(steps.size + 2, transitions.length);
  const titles = new Map([...steps].map(([name, step]) => [step, titleOf(name, step)]));
  const definition: Definition = {
    key,
    name: titleOf(log.name ?? key, key),
    description: `Made from an event log of ${log.cases.length} cases: its states are the log's activities.`,
    subject: { type: 'case' },
    input: {
      type: 'object',
      properties: { first: { type: 'string', title: 'First activity', enum: [...firsts] } },
      required: ['first'],
      additionalProperties: false,
    },
    startableBy: [participantRole],
    maxAge: 'P3650D',
    steps: [
      { key: startKey, type: 'START', name: 'Start' },
      ...[...outcomes].map(([step, next]) => task(step, next, titles)),
      { key: endKey, type: 'END', name: 'End', outcome: 'completed' },
    ],
    transitions,
  };
  return { definition, steps, outcomes };
}

function startTransitions(firsts: ReadonlySet<string>): Transition[] {
  const keys = uniqueKeys([...firsts].map((step) => `begin ${step}`));
  return [...firsts].map((step) => ({
    key: keys.get(`begin ${step}`) as string,
    from: startKey,
    to: step,
    when: `input.first == "${step}"`,
  }));
}

function taskTransitions(outcomes: ReadonlyMap<string, ReadonlySet<string>>): Transition[] {
  const pairs = [...outcomes].flatMap(([from, next]) => [...next].map((to) => ({ from, to })));
  // `begin_` starts no key here: a number keeps equal beginnings of long names apart.
  const keys = uniqueKeys(pairs.map(({ from, to }) => `go ${from} to ${to}`));
  return pairs.map(({ from, to }) => ({
    key: keys.get(`go ${from} to ${to}`) as string,
    from,
    to,
    on: { outcome: to },
  }));
}

function task(key: string, next: ReadonlySet<string>, titles: ReadonlyMap<string, string>): Step {
  return {
    key,
    type: 'USER_TASK',
    name: titles.get(key) as string,
    outcomes: [...next].map((to) => ({
      key: to,
      name: to === endKey ? 'End' : (titles.get(to) as string),
      reason: 'none',
    })),
    // In a log one person often does several activities of a case, the first one among them.
    who: { roles: [participantRole], allowRequester: true },
  };
}

/** The name as the log has it, unless a definition cannot hold it: no spaces around it, at most 200 characters. */
function titleOf(name: string, key: string): string {
  return name.trim().slice(0, 200).trim() || key;
}

function refuseTooLarge(steps: number, transitions: number): void {
  if (steps <= 1000 && transitions <= 5000) return;
  throw fileProblem(
    `The log has ${steps - 2} different activities and ${transitions} different pairs of them; a definition holds 998 and 5,000.`,
    'Give the log a coarser activity name, or cut out a part of it.',
  );
}
