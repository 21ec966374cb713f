import { hasCome } from '@/lib/engine/deadlines/instant';
import { activityOf } from '@/lib/engine/definition/find-activity';
import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Child } from '@/lib/engine/child';
import type { JsonObject } from '@/lib/engine/json';
import { isClosed, isOpenChild, isOpenTask } from '@/lib/engine/lifecycle';
import type { ActivityExecution, Incident, Task, Timer } from '@/lib/engine/snapshot';
import { clock, present, type Simulation } from './simulation';

export type OpenActivity = { readonly execution: ActivityExecution; readonly activity: Activity };
export type AwaitedSignal = {
  readonly step: string;
  readonly signal: string;
  readonly payload: JsonObject | null;
  /** The step waits for it; otherwise it would interrupt what the step waits for. */
  readonly own: boolean;
};

/** What a simulated instance can be answered with now. */
export type OpenWork = {
  readonly tasks: readonly Task[];
  /** Attempts that may begin now. */
  readonly activities: readonly OpenActivity[];
  readonly signals: readonly AwaitedSignal[];
  /** Keys of steps that wait for a file. */
  readonly files: readonly string[];
  readonly children: readonly Child[];
  readonly incidents: readonly Incident[];
  /** Failed activities that support could go on without. */
  readonly skippable: readonly ActivityExecution[];
  /** What happens next by itself, and when; null when nothing does. */
  readonly next: NextByItself | null;
  /** Nothing happens to it any more. */
  readonly closed: boolean;
};

export type NextByItself = {
  readonly at: string;
  readonly timers: readonly Timer[];
  readonly attempts: readonly ActivityExecution[];
};

/** What is open in a simulation, in the order of the keys. */
export function openWork(simulation: Simulation): OpenWork {
  const { definition } = simulation;
  const snapshot = present(simulation);
  const now = clock(simulation);
  const closed = snapshot.status === null || isClosed(snapshot.status);
  const executions = inKeyOrder(snapshot.activities);
  const incidents = inKeyOrder(snapshot.incidents).filter(({ closedAt }) => closedAt === null);
  const stays = inKeyOrder(snapshot.stays).filter(({ exitedAt }) => exitedAt === null);
  const steps = new Map(definition.steps.map((step) => [step.key, step]));
  const open = closed ? [] : stays;
  return {
    tasks: inKeyOrder(snapshot.tasks).filter(({ status }) => isOpenTask(status)),
    activities: executions
      .filter((execution) => mayBegin(execution, now) && !closed && incidents.length === 0)
      .map((execution) => ({ execution, activity: activityOf(definition, execution) })),
    signals: open.flatMap(({ step: key }) => {
      const step = steps.get(key);
      const own: AwaitedSignal[] =
        step?.type === 'WAIT_FOR_SIGNAL'
          ? [{ step: key, signal: step.signal, payload: step.payload ?? null, own: true }]
          : [];
      const interrupting = definition.transitions.flatMap(({ from, on }) =>
        from === key && typeof on === 'object' && 'signal' in on ? [on.signal] : [],
      );
      const others = [...new Set(interrupting)].filter((signal) => own[0]?.signal !== signal);
      return [...own, ...others.map((signal) => ({ step: key, signal, payload: null, own: false }))];
    }),
    files: open.map(({ step }) => step).filter((step) => steps.get(step)?.type === 'WAIT_FOR_FILE'),
    children: inKeyOrder(snapshot.children).filter(({ status }) => isOpenChild(status)),
    incidents,
    skippable: incidents.length === 0 ? [] : executions.filter(({ status }) => status === 'failed'),
    next: closed ? null : nextByItself(inKeyOrder(snapshot.timers), executions),
    closed,
  };
}

function mayBegin({ status, nextAttemptAt }: ActivityExecution, now: string): boolean {
  if (status === 'ready') return true;
  return status === 'retrying' && (nextAttemptAt === null || hasCome(nextAttemptAt, now));
}

function nextByItself(
  timers: readonly Timer[],
  executions: readonly ActivityExecution[],
): NextByItself | null {
  const due = timers.filter(({ closedAt }) => closedAt === null);
  const retrying = executions.filter(
    ({ status, nextAttemptAt }) => status === 'retrying' && nextAttemptAt !== null,
  );
  const instants = [...due.map(({ dueAt }) => dueAt), ...retrying.map((one) => one.nextAttemptAt!)];
  const [at] = instants.sort();
  if (at === undefined) return null;
  return {
    at,
    timers: due.filter(({ dueAt }) => dueAt === at),
    attempts: retrying.filter(({ nextAttemptAt }) => nextAttemptAt === at),
  };
}

function inKeyOrder<T>(parts: Readonly<Record<string, T>>): T[] {
  return Object.keys(parts)
    .sort()
    .map((key) => parts[key] as T);
}
