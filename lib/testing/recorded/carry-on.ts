import type { Environment, Input } from '@/lib/engine/decide/contract';
import { decide } from '@/lib/engine/decide/decide';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Json, JsonObject } from '@/lib/engine/json';
import { isClosed, isOpenTask } from '@/lib/engine/lifecycle';
import { withoutClosed } from '@/lib/engine/replay';
import type { Person, Snapshot } from '@/lib/engine/snapshot';
import { exampleOf } from './example-of';

const mostMoves = 1_000;

/** Whether it has come to an end, `failed` included. */
export function isOver({ status }: Snapshot): boolean {
  return status !== null && isClosed(status);
}

/**
 * Goes on with an instance on the core alone until nothing more can happen: its work succeeds, its tasks are decided
 * with each outcome in turn by people who were not asked before, its timers come due, its signals arrive.
 * @throws Error that says where it stands when it comes to no end
 */
export function carryOn(definition: Definition, from: Snapshot, rules: Environment['rules']): Snapshot {
  let snapshot = withoutClosed(from);
  let now = '2030-01-01T00:00:00.000000Z';
  for (let move = 0; move < mostMoves && !isOver(snapshot); move += 1) {
    const environment: Environment = { rules, chance: [0], now };
    const moved = whatMayHappen(definition, snapshot, move).some((input) => {
      if (input.kind === 'timer_fired') {
        const due = snapshot.timers[input.timer]?.dueAt ?? now;
        now = due > now ? due : now;
      }
      const decision = decide(definition, snapshot, input, { ...environment, now });
      if (!decision.ok || decision.plan.events.length === 0) return false;
      snapshot = withoutClosed(decision.plan.after);
      return true;
    });
    if (!moved) break;
  }
  if (!isOver(snapshot)) {
    const { definitionKey, subject, status, state } = snapshot;
    throw new Error(`${definitionKey} of ${subject.id} is ${status} in ${state} and comes to no end.`);
  }
  return snapshot;
}

/** What a worker, a person or the clock could do now, the most urgent first. Much of it is refused. */
function whatMayHappen(definition: Definition, snapshot: Snapshot, move: number): Input[] {
  const reason = 'It goes on';
  return [
    ...(snapshot.status === 'paused' ? [{ kind: 'resume', reason } as const] : []),
    { kind: 'advance' },
    ...attempts(definition, snapshot),
    { kind: 'retry', reason },
    ...decisions(snapshot, move),
    ...signals(definition, snapshot, move),
    ...openTimers(snapshot),
  ];
}

function attempts(definition: Definition, snapshot: Snapshot): Input[] {
  return Object.values(snapshot.activities).flatMap(({ key, status, activity, lease }): Input[] => {
    if (status === 'running' && lease) {
      const result = resultOf(definition, activity);
      return [{ kind: 'attempt_succeeded', execution: key, token: lease.token, result }];
    }
    if (!['ready', 'scheduled', 'retrying'].includes(status)) return [];
    return [{ kind: 'start_attempt', execution: key, worker: 'worker', token: 'token', leaseSeconds: 60 }];
  });
}

function resultOf(definition: Definition, activity: string): Json {
  const activities = definition.steps.flatMap((step) =>
    'activities' in step ? (step.activities ?? []) : [],
  );
  const schema = activities.find(({ key }) => key === activity)?.outputSchema;
  return schema ? exampleOf(schema as JsonObject) : null;
}

function decisions(snapshot: Snapshot, move: number): Input[] {
  const by: Person = { id: `person-${move}`, name: 'Somebody new', email: `person-${move}@example.test` };
  return Object.values(snapshot.tasks)
    .filter(({ status }) => isOpenTask(status))
    .flatMap((task) =>
      task.outcomes.map((_, at): Input => {
        const outcome = task.outcomes[(at + task.visit - 1) % task.outcomes.length]!;
        const schema = task.form?.schema as JsonObject | undefined;
        return {
          kind: 'decide_task',
          task: task.key,
          outcome: outcome.key,
          form: schema ? (exampleOf(schema) as JsonObject) : {},
          reason: 'Looked at',
          by: task.assignee ?? by,
          onBehalfOf: null,
          authority: {},
        };
      }),
    );
}

function signals(definition: Definition, snapshot: Snapshot, move: number): Input[] {
  const here = new Set(Object.values(snapshot.stays).map(({ step }) => step));
  return definition.steps.flatMap((step): Input[] =>
    step.type === 'WAIT_FOR_SIGNAL' && here.has(step.key)
      ? [
          {
            kind: 'signal',
            id: `signal-${move}`,
            name: step.signal,
            payload: step.payload ? (exampleOf(step.payload as JsonObject) as JsonObject) : {},
            keepSeconds: 60,
          },
        ]
      : [],
  );
}

function openTimers(snapshot: Snapshot): Input[] {
  return Object.values(snapshot.timers)
    .filter(({ closedAt }) => closedAt === null)
    .sort((left, right) => (left.dueAt < right.dueAt ? -1 : 1))
    .map(({ key }) => ({ kind: 'timer_fired', timer: key }));
}
