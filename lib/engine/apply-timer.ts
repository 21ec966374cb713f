import type { SetTimer } from './event-data';
import { type Occurrence, dataOf, keyOf, misfit } from './occurrence';
import type { Snapshot, Timer } from './snapshot';
import { withParts } from './with-parts';

/** The snapshot with these timers open. */
export function setTimers(snapshot: Snapshot, event: Occurrence, set: readonly SetTimer[]): Snapshot {
  if (set.length === 0) return snapshot;
  const known = set.find(({ key }) => Object.hasOwn(snapshot.timers, key));
  if (known) throw misfit(event, `there is a timer ${known.key} already`);
  const { branch, occurredAt: setAt } = event;
  const opened = set.map((timer): [string, Timer] => [
    timer.key,
    { ...timer, branch, setAt, closedAt: null, ending: null },
  ]);
  return withParts(snapshot, { timers: { ...snapshot.timers, ...Object.fromEntries(opened) } });
}

/** The snapshot after a timer came due. One that is closed already does nothing any more, so no event may say that it did. */
export function fireTimer(snapshot: Snapshot, event: Occurrence): Snapshot {
  const timer = snapshot.timers[keyOf(event)];
  if (!timer || timer.closedAt !== null) throw misfit(event, 'that timer is not open');
  const fired: Timer = { ...timer, closedAt: event.occurredAt, ending: 'fired' };
  return withParts(snapshot, { timers: { ...snapshot.timers, [timer.key]: fired } });
}

/** The snapshot without the open timers that the test names: what they were for is over. */
export function dropTimers(snapshot: Snapshot, test: (timer: Timer) => boolean, at: string): Snapshot {
  const dropped = Object.values(snapshot.timers).filter((timer) => timer.closedAt === null && test(timer));
  if (dropped.length === 0) return snapshot;
  const closed = dropped.map((timer): [string, Timer] => [
    timer.key,
    { ...timer, closedAt: at, ending: 'dropped' },
  ]);
  return withParts(snapshot, { timers: { ...snapshot.timers, ...Object.fromEntries(closed) } });
}

/** The snapshot after a deadline was moved: its open timers are over, those of the new one are set, and its task says it. */
export function changeDeadline(snapshot: Snapshot, event: Occurrence): Snapshot {
  const { dueAt, basis, timers, stay } = dataOf(event, 'DEADLINE_CHANGED');
  const isOld = (timer: Timer) =>
    timer.stay === stay && (timer.purpose === 'rung' || timer.purpose === 'due');
  const changed = setTimers(dropTimers(snapshot, isOld, event.occurredAt), event, timers);
  const task = changed.tasks[stay];
  if (!task) return changed;
  return withParts(changed, { tasks: { ...changed.tasks, [stay]: { ...task, dueAt, dueBasis: basis } } });
}
