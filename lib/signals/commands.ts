import type { z } from 'zod';
import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { Actor } from '@/lib/people/actor';
import { readInput, tooLarge } from '@/lib/people/input';
import { moverOf } from '@/lib/people/mover';
import { holds } from '@/lib/people/permissions';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { receiveSignal } from '@/lib/runtime/signals';
import { newId } from '@/lib/runtime/uuid';
import type { Addressee } from '@/lib/runtime/kept-signals';
import { keepSignal } from './keep';
import { refuseSending } from './permissions';
import {
  correlatedSignalSchema,
  limits,
  type SendCorrelatedSignal,
  type SendSignal,
  type SentSignal,
  signalSchema,
} from './schema';

/** Sends a signal to an instance: taken by the step that waits for it, else kept for one that will. */
export async function sendSignal(
  actor: Actor,
  instanceId: string,
  order: SendSignal,
): Promise<Result<SentSignal>> {
  const lacking = refuseSending(actor);
  if (lacking) return lacking;
  const read = readInput(signalSchema, order);
  if (!read.ok) return read;
  return isUuid(instanceId) ? send(actor, instanceId, read.value) : noInstance;
}

/**
 * Sends a signal to the one live instance of a definition that is about a subject or has a correlation key. Where there is
 * none, the signal is kept for the one that will be started.
 */
export async function sendCorrelatedSignal(
  actor: Actor,
  order: SendCorrelatedSignal,
): Promise<Result<SentSignal>> {
  const lacking = refuseSending(actor);
  if (lacking) return lacking;
  const read = readInput(correlatedSignalSchema, order);
  if (!read.ok) return read;
  const { definition, subject, correlationKey = null, ...signal } = read.value;
  const large = tooLarge('payload', signal.payload, limits.payloadBytes);
  if (large) return large;
  const id = signal.id ?? newId();
  const addressee = { definition, subject: subject?.id ?? null, correlation: correlationKey };
  const found = await reached(actor, addressee, id);
  if (!found.ok) return found;
  if (found.value !== null) return send(actor, found.value, { ...signal, id }, correlationKey);
  return keepSignal(actor, addressee, { ...signal, id });
}

/** The instance that has this very signal already, else the one live one that fits; null where there is none yet. */
async function reached(actor: Actor, addressee: Addressee, id: string): Promise<Result<string | null>> {
  const { definition, subject, correlation } = addressee;
  const target = subject ?? correlation;
  const found = await readTenant<{ id: string; known: boolean }>(
    appPool(),
    actor.tenantId,
    subject === null ? byCorrelation : bySubject,
    [definition, target, id],
  );
  // Sent again, perhaps after the instance has ended by it.
  const known = found.find((one) => one.known);
  const [only, second] = known ? [known] : found;
  if (!second) return done(only?.id ?? null);
  const message = `Several live instances of ${definition} fit ${target}. Send the signal to one of them by its id.`;
  return refuse('not_allowed', message, { instances: found.map((one) => one.id) });
}

async function send(
  actor: Actor,
  instanceId: string,
  { id = newId(), name, payload, keepSeconds }: z.output<typeof signalSchema>,
  correlation: string | null = null,
): Promise<Result<SentSignal>> {
  const large = tooLarge('payload', payload, limits.payloadBytes);
  if (large) return large;
  const received = await receiveSignal(
    appPool(),
    { tenantId: actor.tenantId, instanceId },
    { id, name, payload, keepSeconds, ...(correlation !== null && { correlation }) },
    moverOf(actor, holds(actor, 'instances.repair') ? 'staff' : 'user'),
  );
  if (!received.ok) return received;
  const { status, state, sequence } = received.after;
  return done({
    id,
    known: received.known,
    consumed: received.consumed,
    kept: false,
    instance: { id: instanceId, status: status ?? 'created', state, version: sequence },
  });
}

/** Live instances, and one that has ended where this very signal had come to it; those that know it first. */
const found = (fits: string) =>
  `SELECT i.id, s.id IS NOT NULL AS known FROM instances i
   LEFT JOIN signals s ON s.tenant_id = i.tenant_id AND s.instance_id = i.id AND s.id = $4
   WHERE i.tenant_id = tenant.id AND i.definition_key = $2 AND ${fits}
     AND (i.closed_at IS NULL OR s.id IS NOT NULL)
   ORDER BY s.id IS NULL, i.id LIMIT 10`;
const bySubject = tenantStatement('signal_by_subject', found('i.subject_id = $3'));
/** By the instance's own key, by that of a wait of it, or by this very signal that a wait took before and has left since. */
const byCorrelation = tenantStatement(
  'signal_by_correlation',
  found(`i.id IN (
     SELECT o.id FROM instances o
     WHERE o.tenant_id = tenant.id AND o.definition_key = $2 AND o.correlation_key = $3
     UNION SELECT w.instance_id FROM step_instances w
     WHERE w.tenant_id = tenant.id AND w.awaits = $3 AND w.exited_at IS NULL
     UNION SELECT g.instance_id FROM signals g
     WHERE g.tenant_id = tenant.id AND g.correlation = $3 AND g.id = $4)`),
);

const noInstance = refuse('not_found', 'There is no such instance.');
