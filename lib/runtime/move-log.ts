import type { Plan } from '@/lib/engine/decide/contract';
import type { Snapshot } from '@/lib/engine/snapshot';
import { log } from '@/lib/observability/log';
import type { Mover } from './transition';

/** Whoever watches a terminal wants to read what needs them, not every move. */
const level = process.stdout.isTTY ? 'debug' : 'info';

let logger: ReturnType<typeof log> | undefined;

/** One line for each committed move of a worker (DESIGN 17): which instance, by whom, from where to where. */
export function logMove(
  place: { readonly tenantId: string; readonly instanceId: string },
  before: Snapshot,
  { after, events }: Plan,
  mover: Mover,
): void {
  if (mover.workerId === undefined) return;
  logger ??= log('move');
  if (!logger.isLevelEnabled(level)) return;
  logger[level](
    {
      tenant: place.tenantId,
      instance: place.instanceId,
      definition: `${after.definitionKey}:${after.definitionVersion}`,
      execution: events.find(({ subject }) => subject === 'activity')?.key ?? null,
      correlation: mover.correlationId ?? after.correlationKey,
      worker: mover.workerId,
      from: positionOf(before),
      to: positionOf(after),
      version: after.sequence,
      events: events.map(({ type }) => type),
    },
    'moved',
  );
}

function positionOf({ status, state }: Snapshot) {
  return { status, state };
}
