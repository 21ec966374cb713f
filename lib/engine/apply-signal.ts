import { type Occurrence, dataOf, keyOf, misfit } from './occurrence';
import type { Signal, Snapshot } from './snapshot';
import { withParts } from './with-parts';

/** The snapshot with the signal, or the file, kept until something consumes it. */
export function receiveSignal(snapshot: Snapshot, event: Occurrence): Snapshot {
  const type = event.type === 'FILE_RECEIVED' ? 'FILE_RECEIVED' : 'SIGNAL_RECEIVED';
  const { id, name, payload, expiresAt, ...sent } = dataOf(event, type);
  if (Object.hasOwn(snapshot.signals, id)) throw misfit(event, 'that signal is known already');
  const signal: Signal = {
    id,
    name,
    payload,
    ...('correlation' in sent && { correlation: sent.correlation }),
    sequence: snapshot.sequence + 1,
    receivedAt: event.occurredAt,
    expiresAt,
    consumedBy: null,
    consumedAt: null,
  };
  return withSignal(snapshot, signal);
}

/** The snapshot after a wait has made its own correlation key known. */
export function awaitSignal(snapshot: Snapshot, event: Occurrence): Snapshot {
  const stay = snapshot.stays[keyOf(event)];
  if (!stay || stay.exitedAt !== null) throw misfit(event, 'that stay is not open');
  const { correlation: awaits } = dataOf(event, 'SIGNAL_AWAITED');
  return withParts(snapshot, { stays: { ...snapshot.stays, [stay.key]: { ...stay, awaits } } });
}

/** The snapshot after a stay has consumed the signal. */
export function consumeSignal(snapshot: Snapshot, event: Occurrence): Snapshot {
  const signal = snapshot.signals[keyOf(event)];
  if (!signal || signal.consumedBy !== null) throw misfit(event, 'that signal does not wait');
  const { stay: consumedBy } = dataOf(event, 'SIGNAL_CONSUMED');
  return withSignal(snapshot, { ...signal, consumedBy, consumedAt: event.occurredAt });
}

function withSignal(snapshot: Snapshot, signal: Signal): Snapshot {
  return withParts(snapshot, { signals: { ...snapshot.signals, [signal.id]: signal } });
}
