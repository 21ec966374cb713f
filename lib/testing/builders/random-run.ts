import { type Input, type InputOf, type LeaseTaker, cancelModes } from '@/lib/engine/decide/contract';
import type { Definition } from '@/lib/engine/definition/schema';
import type { JsonObject } from '@/lib/engine/json';
import { isOpenChild, isOpenTask } from '@/lib/engine/lifecycle';
import type { ActivityExecution, Person, Snapshot, Task } from '@/lib/engine/snapshot';
import { aFile, ann, bob, carol } from './core-run';

/** Numbers that stand for chance; the same numbers give the same run. */
export class Dice {
  readonly #numbers: readonly number[];
  #at = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers.length > 0 ? numbers : [0];
  }

  /** A whole number from 0 to `sides - 1`. */
  roll(sides: number): number {
    const number = this.#numbers[this.#at % this.#numbers.length] as number;
    this.#at += 1;
    return (number + this.#at) % sides;
  }

  /** One of the list; undefined when it is empty. */
  pick<T>(list: readonly T[]): T | undefined {
    return list[this.roll(Math.max(1, list.length))];
  }
}

const people: readonly Person[] = [ann, bob, carol];

/**
 * What might be asked of an instance next: mostly what fits (go on, decide an open task, start or end an attempt), now and
 * then what does not (a closed task, an outcome that does not exist, a lost token, a pause in the middle, a cancellation).
 * The core must take it or refuse it, and stay within its laws either way.
 */
export function randomInput(definition: Definition, snapshot: Snapshot, dice: Dice): Input {
  const makers = [
    advance,
    advance,
    aboutTasks,
    aboutTasks,
    aboutTasks,
    aboutAttempts,
    aboutAttempts,
    aboutAttempts,
    aboutTimers,
    moved,
    aboutChildren,
    signals,
    uploads,
  ];
  const rare = [repair, repair, repair, pauses, cancellation, byHand, migration];
  const maker = dice.roll(4) === 0 ? dice.pick(rare) : dice.pick(makers);
  return (maker ?? advance)(definition, snapshot, dice);
}

type Maker = (definition: Definition, snapshot: Snapshot, dice: Dice) => Input;

const advance: Maker = (_definition, snapshot, dice) => ({ kind: 'advance', ...goingOn(snapshot, dice) });

/** Now and then the one who asks is a worker that goes on with the next attempt. */
function goingOn(snapshot: Snapshot, dice: Dice): { goOn?: LeaseTaker } {
  if (dice.roll(3) > 0) return {};
  return { goOn: { worker: 'worker-2', token: `token-on-${snapshot.sequence}`, leaseSeconds: 60 } };
}

const cancellation: Maker = (definition, snapshot, dice) =>
  dice.roll(3) === 0 || snapshot.status === 'failed'
    ? {
        kind: 'cancel',
        mode: dice.pick([...cancelModes, 'compensated'] as const) ?? 'immediate',
        reason: 'Not needed any more',
      }
    : advance(definition, snapshot, dice);

const byHand: Maker = (_definition, snapshot, dice) => {
  const timer = dice.pick(inKeyOrder(snapshot.timers));
  return timer && dice.roll(2) === 0
    ? { kind: 'run_timer', timer: timer.key, reason: 'Not worth waiting for' }
    : {
        kind: 'edit_context',
        context: { ...snapshot.context, amount: dice.roll(1_000) },
        reason: 'Corrected',
      };
};

/** To the next version, which is drawn the same: whatever the instance is doing, it goes on as before. */
const migration: Maker = (definition, snapshot, dice) => {
  const version = snapshot.definitionVersion + 1;
  return {
    kind: 'migrate',
    source: definition,
    target: { version, versionId: `v${version}`, definition },
    map: {},
    data: { [`migrated${dice.roll(2)}`]: { value: version } },
    work: dice.roll(2) === 0 ? 'keep' : 'restart',
    reason: 'A newer version',
  };
};

const pauses: Maker = (_definition, snapshot, dice) =>
  snapshot.status === 'paused' || dice.roll(4) === 0
    ? { kind: 'resume', reason: 'Go on' }
    : { kind: 'pause', reason: 'Wait' };

const moved: Maker = (definition, snapshot, dice) => {
  const stay = dice.pick(inKeyOrder(snapshot.stays));
  if (!stay) return advance(definition, snapshot, dice);
  const to = dice.roll(4) === 0 ? { at: '2026-03-02T09:30:00Z' } : { in: `PT${dice.roll(60)}S` };
  return { kind: 'change_deadline', stay: stay.key, to, reason: 'Later' };
};

const aboutTasks: Maker = (definition, snapshot, dice) => {
  const tasks = inKeyOrder(snapshot.tasks);
  const task = dice.pick(tasks.filter(({ status }) => isOpenTask(status))) ?? dice.pick(tasks);
  if (!task) return advance(definition, snapshot, dice);
  const by = dice.pick(people) ?? ann;
  switch (dice.roll(8)) {
    case 0:
      return { kind: 'claim_task', task: task.key, by };
    case 1:
      return { kind: 'release_task', task: task.key, by };
    case 2:
      return {
        kind: 'reassign_task',
        task: task.key,
        to: dice.roll(2) === 0 ? by : null,
        reason: 'Somebody else',
      };
    case 3:
      return aboutHolders(task, by, dice);
    default:
      return decides(task, by, dice);
  }
};

function aboutHolders({ key: task, candidatePeople }: Task, by: Person, dice: Dice): Input {
  const reason = 'Away';
  switch (dice.roll(5)) {
    case 0:
      return { kind: 'delegate_task', task, by, to: dice.pick(people) ?? ann, reason };
    case 1:
      return { kind: 'hand_back_task', task, reason };
    case 2:
      return { kind: 'task_stranded', task, message: 'Nobody holds the role.' };
    case 3:
      return { kind: 'task_manned', task };
    default:
      return { kind: 'reassign_task', task, to: by, reason, candidatePeople: [...candidatePeople, by.email] };
  }
}

function decides(task: Task, by: Person, dice: Dice): Input {
  const outcome = dice.roll(8) === 0 ? 'no_such_outcome' : (dice.pick(task.outcomes)?.key ?? 'approve');
  return {
    kind: 'decide_task',
    task: task.key,
    outcome,
    form: task.form ? formValues(dice) : {},
    reason: dice.roll(4) === 0 ? null : 'Because',
    by,
    onBehalfOf: null,
    authority: { roles: ['approver'] },
  };
}

function formValues(dice: Dice): JsonObject {
  const values: readonly JsonObject[] = [
    {},
    { note: 'seen' },
    { amount: dice.roll(1_000) },
    { note: 'x', amount: 7 },
  ];
  return dice.roll(10) === 0 ? { foreign: true } : (dice.pick(values) ?? {});
}

const aboutAttempts: Maker = (definition, snapshot, dice) => {
  const executions = inKeyOrder(snapshot.activities);
  const live = executions.filter(({ status }) => ['ready', 'retrying', 'running'].includes(status));
  const execution = dice.pick(live) ?? dice.pick(executions);
  if (!execution) return advance(definition, snapshot, dice);
  if (execution.status !== 'running') {
    const token = `token-${snapshot.sequence}`;
    return { kind: 'start_attempt', execution: execution.key, worker: 'worker-1', token, leaseSeconds: 60 };
  }
  const ends = endsAttempt(execution, dice);
  return ends.kind === 'lease_expired' ? ends : { ...ends, ...goingOn(snapshot, dice) };
};

type EndOfAttempt = InputOf<'attempt_succeeded' | 'attempt_failed' | 'lease_expired'>;

function endsAttempt({ key, lease, undoOf }: ActivityExecution, dice: Dice): EndOfAttempt {
  const execution = key;
  const token = dice.roll(8) === 0 ? 'another-token' : (lease?.token ?? 'none');
  // Undos are rare enough: many of them fail for good, so that what follows is seen.
  switch (undoOf !== null && dice.roll(3) === 0 ? 3 : dice.roll(5)) {
    case 0:
    case 1:
      return { kind: 'attempt_succeeded', execution, token, result: { answer: dice.roll(10) } };
    case 2: {
      const error = { code: 'http_503', message: 'It answered 503', retryable: true };
      return { kind: 'attempt_failed', execution, token, error };
    }
    case 3: {
      const error = {
        code: 'http_404',
        message: 'It answered 404',
        retryable: undoOf === null && dice.roll(2) === 0,
      };
      return { kind: 'attempt_failed', execution, token, error };
    }
    default:
      return { kind: 'lease_expired', execution, token };
  }
}

const aboutTimers: Maker = (definition, snapshot, dice) => {
  const timers = inKeyOrder(snapshot.timers);
  const open = timers.filter(({ closedAt, key }) => closedAt === null && key !== 'maxAge');
  const timer = dice.pick(open) ?? dice.pick(timers);
  return timer ? { kind: 'timer_fired', timer: timer.key } : advance(definition, snapshot, dice);
};

const aboutChildren: Maker = (definition, snapshot, dice) => {
  const children = inKeyOrder(snapshot.children);
  const child = dice.pick(children.filter(({ status }) => isOpenChild(status))) ?? dice.pick(children);
  if (!child) return advance(definition, snapshot, dice);
  if (child.status === 'created' && dice.roll(4) > 0)
    return { kind: 'child_started', child: child.key, instance: `instance-${snapshot.sequence}` };
  switch (dice.roll(5)) {
    case 0: {
      const error = { code: 'child_failed', message: 'It failed' };
      return { kind: 'child_ended', child: child.key, end: { status: 'failed', error } };
    }
    case 1:
      return { kind: 'child_ended', child: child.key, end: { status: 'cancelled' } };
    default: {
      // A child that has not begun cannot have completed.
      if (child.status === 'created') return advance(definition, snapshot, dice);
      const end = { status: 'completed', outcome: 'done', context: { amount: dice.roll(9) } } as const;
      return { kind: 'child_ended', child: child.key, end };
    }
  }
};

const signals: Maker = (_definition, snapshot, dice) => {
  const amount = dice.roll(12);
  const payload: JsonObject = amount > 8 ? {} : { amount };
  // An id of one that is over does not come to the core again: the database knows it, and answers before.
  const again = dice.roll(4) === 0 ? dice.pick(inKeyOrder(snapshot.signals))?.id : undefined;
  return {
    kind: 'signal',
    id: again ?? `signal-${snapshot.sequence}`,
    name: dice.roll(5) === 0 ? 'stop' : 'news',
    payload,
    keepSeconds: 60 * (1 + dice.roll(5)),
  };
};

const uploads: Maker = (definition, snapshot, dice) => {
  const steps = definition.steps.filter(({ type }) => type === 'WAIT_FOR_FILE');
  const open = Object.values(snapshot.stays).filter(({ exitedAt }) => exitedAt === null);
  const step =
    dice.pick(steps.filter(({ key }) => open.some((stay) => stay.step === key))) ?? dice.pick(steps);
  if (!step) return advance(definition, snapshot, dice);
  return { kind: 'file', step: step.key, file: aFile(`file-${snapshot.sequence}`) };
};

const repair: Maker = (definition, snapshot, dice) => {
  const open = inKeyOrder(snapshot.stays).filter(({ exitedAt }) => exitedAt === null);
  const stay = dice.roll(4) === 0 ? dice.pick(open) : undefined;
  const way = definition.transitions.find(({ from, on }) => on === 'repair' && from === stay?.step);
  if (stay && way) return { kind: 'move', transition: way.key, stay: stay.key, reason: 'Done by hand' };
  const failed = inKeyOrder(snapshot.activities).find(
    ({ status }) => status === 'failed' || status === 'created',
  );
  if (failed && dice.roll(2) === 0)
    return { kind: 'skip_activity', execution: failed.key, reason: 'Done by hand' };
  const stopped = snapshot.status === 'needs_attention' || snapshot.status === 'compensation_failed';
  if (!stopped && dice.roll(4) > 0) return advance(definition, snapshot, dice);
  const reason = 'Mended';
  return dice.roll(2) === 0
    ? { kind: 'retry', reason, context: { ...snapshot.context, level: dice.roll(10) } }
    : { kind: 'retry', reason };
};

/** JSON in a database has no order of its own; a run must not depend on it. */
function inKeyOrder<T>(parts: Readonly<Record<string, T>>): T[] {
  return Object.keys(parts)
    .sort()
    .map((key) => parts[key] as T);
}
