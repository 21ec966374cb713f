import { inTenant } from '@/lib/database/client';
import { appPool } from '@/lib/database/pool';
import { compile } from '@/lib/engine/decide/compiled';
import { signalErrors } from '@/lib/engine/decide/signal';
import type { Actor } from '@/lib/people/actor';
import { moverOf } from '@/lib/people/mover';
import { type Result, done, refuse, refuseFields } from '@/lib/people/refusal';
import { type Addressee, handOverTo } from '@/lib/runtime/kept-signals';
import { payloadErrors, type SignalOrder } from '@/lib/runtime/signals';
import { loadStart } from '@/lib/runtime/snapshot';
import { newId } from '@/lib/runtime/uuid';
import { readPosition } from '@/lib/instances/position';
import { limits, type SentSignal } from './schema';

/**
 * Keeps a signal for an instance that has not been started (DESIGN 12), checked by the definition's active version. The same
 * id for the same addressee again is the same signal.
 */
export async function keepSignal(
  actor: Actor,
  addressee: Addressee,
  order: SignalOrder,
): Promise<Result<SentSignal>> {
  const { definition, subject, correlation } = addressee;
  const start = await loadStart(appPool(), actor.tenantId, definition);
  if (!start) {
    return refuse('not_found', `There is no process ${definition}, or it has not been published.`, {
      definition,
    });
  }
  const { content } = start.definition;
  const wrong = signalErrors(compile(content), order);
  const errors = wrong.length > 0 ? wrong : payloadErrors(content, order.name, order.payload);
  if (errors.length > 0) return refuseFields(errors);

  const kept = await inTenant(actor.tenantId, async (tx) => {
    const [{ waiting } = { waiting: 0 }] = await tx.$queryRaw<{ waiting: number }[]>`
      SELECT count(*)::int AS waiting FROM kept_signals
      WHERE tenant_id = ${actor.tenantId}::uuid AND definition_key = ${definition} AND instance_id IS NULL
        AND expires_at > now() AND signal_id <> ${order.id}
        AND (subject_id = ${subject} OR correlation_key = ${correlation})`;
    if (waiting >= limits.keptSignals) return 'full';
    const added = await tx.$executeRaw`
      INSERT INTO kept_signals (tenant_id, id, definition_key, subject_id, correlation_key, signal_id, name, payload, sender, expires_at)
      VALUES (${actor.tenantId}::uuid, ${newId()}::uuid, ${definition}, ${subject}, ${correlation}, ${order.id}, ${order.name},
        ${JSON.stringify(order.payload)}::jsonb, ${JSON.stringify(moverOf(actor))}::jsonb,
        now() + make_interval(secs => ${order.keepSeconds}::int))
      ON CONFLICT DO NOTHING`;
    return added > 0 ? 'added' : 'known';
  });
  if (kept === 'full') {
    const message = `${limits.keptSignals} signals are kept for ${subject ?? correlation} already; start its instance first.`;
    return refuse('not_allowed', message, { kept: limits.keptSignals });
  }
  // Its instance may have been started between our look and the keeping.
  const [instance] = await handOverTo(appPool(), actor.tenantId, addressee);
  const position = instance === undefined ? null : await readPosition(actor.tenantId, instance);
  return done({
    id: order.id,
    known: kept === 'known',
    consumed: false,
    kept: position === null,
    instance: position && {
      id: position.id,
      status: position.status,
      state: position.state,
      version: position.version,
    },
  });
}
