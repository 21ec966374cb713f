import type { EventData } from '@/lib/engine/event-data';
import type { HistoryEvent } from '@/lib/engine/event';
import type { Simulation, Turn } from '@/lib/engine/simulation/simulation';
import type { Task } from '@/lib/engine/snapshot';
import type { Away } from './read-world';
import type { DryRunEntry, TaskEntry } from './schema';
import { whoDecides } from './who-decides';

/** What a turn of the simulation brought about, for people to read, in order. What goes out is added where it goes. */
export function entriesOf(
  simulation: Simulation,
  turn: Turn,
  assumed: Readonly<Record<string, string | null>>,
  away: readonly Away[],
): DryRunEntry[] {
  const { steps } = simulation.definition;
  const place = (key: string | null) => {
    const step = key ?? '';
    return { at: turn.now, step, stepName: steps.find((one) => one.key === step)?.name ?? step };
  };
  return turn.events.flatMap((event) => {
    const entry = entryOf(event, place);
    if (entry) return [entry];
    if (event.type === 'USER_TASK_CREATED' && event.key !== null) {
      const task = turn.snapshot.tasks[event.key];
      return task ? [taskEntry(simulation, turn, task, place(task.step), assumed, away)] : [];
    }
    return timersOf(event, place);
  });
}

type Place = (step: string | null) => Pick<DryRunEntry, 'at' | 'step' | 'stepName'>;

function entryOf({ type, key, data }: HistoryEvent, place: Place): DryRunEntry | null {
  switch (type) {
    case 'STEP_ENTERED': {
      const { step } = data as EventData['STEP_ENTERED'];
      return { ...place(step), kind: 'step' };
    }
    case 'ACTIVITY_COMPLETED': {
      const { emitted } = data as EventData['ACTIVITY_COMPLETED'];
      return emitted ? { ...place(stepOf(key)), kind: 'event', ...emitted } : null;
    }
    case 'CHILD_CREATED': {
      const { step, definition, subject, input } = data as EventData['CHILD_CREATED'];
      return { ...place(step), kind: 'child', definition, subject, input };
    }
    case 'DEADLINE_PASSED': {
      const { rung, action } = data as EventData['DEADLINE_PASSED'];
      return { ...place(stepOf(key)), kind: 'passed', rung, action };
    }
    case 'SIGNAL_RECEIVED':
    case 'FILE_RECEIVED': {
      const { name } = data as EventData['SIGNAL_RECEIVED'];
      return { ...place(null), kind: 'wait', for: type === 'FILE_RECEIVED' ? 'file' : 'signal', name };
    }
    case 'WORKFLOW_NEEDS_ATTENTION':
    case 'WORKFLOW_COMPENSATION_FAILED': {
      const { incident } = data as EventData['WORKFLOW_NEEDS_ATTENTION'];
      return { ...place(incident.step), kind: 'problem', message: incident.message };
    }
    default:
      return null;
  }
}

/** Waits and ages with their instants; those of deadlines stand at their tasks. */
function timersOf({ type, data }: HistoryEvent, place: Place): DryRunEntry[] {
  if (type !== 'TIMERS_SET' && type !== 'WORKFLOW_STARTED') return [];
  const { timers = [] } = data as EventData['WORKFLOW_STARTED'];
  return timers.flatMap(({ purpose, stay, dueAt }) =>
    purpose === 'wait' || purpose === 'max_age'
      ? [{ ...place(stepOf(stay)), kind: 'timer' as const, purpose, dueAt }]
      : [],
  );
}

function taskEntry(
  simulation: Simulation,
  turn: Turn,
  task: Task,
  base: ReturnType<Place>,
  assumed: Readonly<Record<string, string | null>>,
  away: readonly Away[],
): TaskEntry {
  const usual = task.outcomes.find(({ kind }) => kind === 'positive') ?? task.outcomes[0];
  const rungs = Object.values(turn.snapshot.timers).filter(
    ({ stay, purpose }) => stay === task.key && purpose === 'rung',
  );
  const step = simulation.definition.steps.find(({ key }) => key === task.step);
  const ladder = step && 'due' in step ? (step.due?.ladder ?? []) : [];
  return {
    ...base,
    kind: 'task',
    title: task.title,
    assignee: task.assignee && { name: task.assignee.name, email: task.assignee.email },
    people: whoDecides(simulation, task, away),
    roles: [...task.candidateRoles],
    required: task.approvals.required,
    dueAt: task.dueAt,
    rungs: rungs
      .map(({ rung, dueAt }) => ({
        key: rung ?? '',
        at: dueAt,
        action: ladder.find(({ key }) => key === rung)?.action ?? 'remind',
      }))
      .sort((one, other) => one.at.localeCompare(other.at)),
    outcomes: task.outcomes.map(({ key, name }) => ({ key, name })),
    assumed: task.step in assumed ? assumed[task.step]! : (usual?.key ?? null),
  };
}

/** The step of a natural key `branch:step:visit…`; null for the instance's own. */
function stepOf(key: string | null): string | null {
  return key?.split(':')[1] ?? null;
}
