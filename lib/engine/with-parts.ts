import type { Snapshot } from './snapshot';

/**
 * A copy of the snapshot in which these parts are others.
 *
 * For speed it names every part: all snapshots then have one shape for the JavaScript engine, which reads and copies it without
 * looking names up. A spread makes another shape at each place where it stands.
 */
export function withParts(snapshot: Snapshot, parts: Partial<Snapshot>): Snapshot {
  const copy: Snapshot = {
    instanceId: snapshot.instanceId,
    definitionKey: snapshot.definitionKey,
    definitionVersion: snapshot.definitionVersion,
    subject: snapshot.subject,
    correlationKey: snapshot.correlationKey,
    requester: snapshot.requester,
    input: snapshot.input,
    parent: snapshot.parent,
    reopenedFrom: snapshot.reopenedFrom,
    startedAt: snapshot.startedAt,
    sequence: snapshot.sequence,
    status: snapshot.status,
    state: snapshot.state,
    waitingFor: snapshot.waitingFor,
    outcome: snapshot.outcome,
    ending: snapshot.ending,
    context: snapshot.context,
    visits: snapshot.visits,
    stays: snapshot.stays,
    branches: snapshot.branches,
    tasks: snapshot.tasks,
    activities: snapshot.activities,
    results: snapshot.results,
    children: snapshot.children,
    incidents: snapshot.incidents,
    timers: snapshot.timers,
    signals: snapshot.signals,
  };
  return Object.assign(copy, parts);
}
