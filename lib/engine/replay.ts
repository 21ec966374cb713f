import { apply, emptySnapshot } from './apply';
import type { HistoryEvent } from './event';
import { isInLedger } from './ledger';
import { type Snapshot, opened, stayKey } from './snapshot';
import { withParts } from './with-parts';

/** How many events are folded before what they closed is set aside; keeps long histories linear in time. */
const chunk = 256;

/**
 * The snapshot that a whole history gives, everything that ever closed in it included. Compare it with a stored
 * snapshot after `withoutClosed`.
 * Throws an `Error` when the sequence has a gap or an event does not fit: such a history was not written by us.
 */
export function replay(events: readonly HistoryEvent[]): Snapshot {
  let open = emptySnapshot();
  const closed: Pick<
    Snapshot,
    'stays' | 'branches' | 'tasks' | 'activities' | 'children' | 'incidents' | 'timers' | 'signals'
  >[] = [];
  for (const [index, event] of events.entries()) {
    if (event.sequence !== index + 1) {
      throw new Error(`The history has event ${event.sequence} where event ${index + 1} should be.`);
    }
    open = apply(open, event);
    if (event.sequence % chunk === 0) {
      const kept = withoutClosed(open);
      closed.push(open);
      open = kept;
    }
  }
  return withParts(open, {
    stays: merge([...closed, open].map((part) => part.stays)),
    branches: merge([...closed, open].map((part) => part.branches)),
    tasks: merge([...closed, open].map((part) => part.tasks)),
    activities: merge([...closed, open].map((part) => part.activities)),
    children: merge([...closed, open].map((part) => part.children)),
    incidents: merge([...closed, open].map((part) => part.incidents)),
    timers: merge([...closed, open].map((part) => part.timers)),
    signals: merge([...closed, open].map((part) => part.signals)),
  });
}

/**
 * The snapshot as it is loaded again. It keeps
 * - the stays that are open (`exitedAt` null),
 * - the branches of forks whose stay is open,
 * - every task and activity execution **of an open stay**, whatever its own status (a step needs to know which of its
 *   activities are done, and the outcome of a decided task while its way out could not be chosen yet),
 * - the children of an open stay,
 * - what a compensation would have to know (`isInLedger`),
 * - the open incidents (`closedAt` null),
 * - the timers that are open, and all of an open stay,
 * - the signals that nobody has consumed, and those that an open stay has,
 * and drops the rest, so that memory stays bounded however often an instance loops.
 */
export function withoutClosed(snapshot: Snapshot): Snapshot {
  const stays = keep(snapshot.stays, (stay) => stay.exitedAt === null);
  const open = Object.values(stays);
  return withParts(snapshot, {
    stays,
    branches: keep(snapshot.branches, (branch) => open.some((stay) => opened(stay, branch))),
    tasks: keep(snapshot.tasks, (task) => Object.hasOwn(stays, task.key)),
    activities: keep(
      snapshot.activities,
      (execution) => Object.hasOwn(stays, stayOf(execution)) || isInLedger(snapshot.activities, execution),
    ),
    children: keep(snapshot.children, (child) => Object.hasOwn(stays, stayOf(child))),
    incidents: keep(snapshot.incidents, (incident) => incident.closedAt === null),
    timers: keep(snapshot.timers, ({ stay, closedAt }) =>
      stay === null ? closedAt === null : Object.hasOwn(stays, stay),
    ),
    signals: keep(
      snapshot.signals,
      ({ consumedBy }) => consumedBy === null || Object.hasOwn(stays, consumedBy),
    ),
  });
}

function stayOf(execution: {
  readonly branch: string;
  readonly step: string;
  readonly visit: number;
}): string {
  return stayKey(execution.branch, execution.step, execution.visit);
}

function keep<T>(
  parts: Readonly<Record<string, T>>,
  test: (part: T) => boolean,
): Readonly<Record<string, T>> {
  // For speed: between two steps most of these are empty, or stay as they are.
  if (Object.values(parts).every(test)) return parts;
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => test(part)));
}

function merge<T>(parts: readonly Readonly<Record<string, T>>[]): Record<string, T> {
  return Object.assign({}, ...parts) as Record<string, T>;
}
