import { wordsOfKey } from '@/components/instances/words';
import type { InstanceDetail } from '@/lib/instances/schema';
import { activityOfKey } from './event-values';

/** What a history's keys are called. Plain data, so that a page can hand it to what runs in the browser. */
export type HistoryNames = {
  readonly steps: Readonly<Record<string, string>>;
  readonly transitions: Readonly<Record<string, string>>;
  /** By step and the last part of the execution's key: `paying:payment`, `paying:payment~undo`. */
  readonly activities: Readonly<Record<string, string>>;
  /** By `step:outcome`. */
  readonly outcomes: Readonly<Record<string, string>>;
  readonly roles: Readonly<Record<string, string>>;
  /** By e-mail address. */
  readonly people: Readonly<Record<string, string>>;
};

/** The names that an instance's page knows. */
export function historyNames({
  drawing,
  executions,
  tasks,
  waitingOn,
  requester,
}: InstanceDetail): HistoryNames {
  const named = (pairs: readonly (readonly [string, string])[]) => Object.fromEntries(pairs);
  return {
    steps: named(drawing.steps.map(({ key, name }) => [key, name])),
    transitions: named(drawing.transitions.map(({ key, name, label }) => [key, name ?? label ?? ''])),
    activities: named(
      executions.map(({ key, step, activityName }) => [`${step}:${activityOfKey(key)}`, activityName]),
    ),
    outcomes: named([
      ...tasks.flatMap((task) =>
        task.votes.map((vote) => [`${task.step}:${vote.outcome}`, vote.outcomeName] as const),
      ),
      ...waitingOn.flatMap((task) =>
        task.next.flatMap(({ outcome, outcomeName }) =>
          outcome && outcomeName ? [[`${task.step}:${outcome}`, outcomeName] as const] : [],
        ),
      ),
    ]),
    roles: named(tasks.flatMap((task) => task.roles.map(({ key, name }) => [key, name] as const))),
    people: named(
      [
        requester,
        ...tasks.flatMap(({ assignee, votes }) => [assignee, ...votes.map(({ person }) => person)]),
      ].flatMap((person) => (person ? [[person.email, person.name] as const] : [])),
    ),
  };
}

/** The name under the key, else the key in words. */
export function nameIn(names: Readonly<Record<string, string>>, key: string, plain: string = key): string {
  return names[key] || wordsOfKey(plain);
}
