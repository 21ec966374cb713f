import type { Pool } from 'pg';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import { type FieldError, invalid } from '@/lib/engine/decide/refusals';
import { payloadSchemas } from '@/lib/engine/decide/signal';
import type { Definition } from '@/lib/engine/definition/schema';
import type { JsonObject } from '@/lib/engine/json';
import type { Snapshot } from '@/lib/engine/snapshot';
import { checkJson } from './check-json';
import { type Place, move } from './move';
import type { Mover, TransitionRefusal } from './transition';

export type SignalOrder = {
  /** The sender's; the same id for the same instance again is the same signal. */
  readonly id: string;
  readonly name: string;
  readonly payload: JsonObject;
  /** The correlation key to which it was sent; absent where it was sent to an instance or a subject. */
  readonly correlation?: string;
  /** How long it is kept for a wait that has not begun, in seconds. */
  readonly keepSeconds: number;
};

export type ReceivedSignal =
  | {
      readonly ok: true;
      /** It had come before; this time nothing changed. */
      readonly known: boolean;
      /** A wait has taken it; otherwise it is kept. */
      readonly consumed: boolean;
      readonly after: Snapshot;
    }
  | { readonly ok: false; readonly refusal: TransitionRefusal };

const knownSignal = tenantStatement(
  'known_signal',
  'SELECT s.consumed_by FROM signals s WHERE s.tenant_id = tenant.id AND s.instance_id = $2 AND s.id = $3',
);

/**
 * Hands a signal to an instance (DESIGN 12). Two of the same id at the same moment are one: the second finds the instance
 * moved by the first and looks again.
 */
export async function receiveSignal(
  pool: Pick<Pool, 'query'>,
  place: Place,
  order: SignalOrder,
  mover: Mover,
): Promise<ReceivedSignal> {
  const moved = await move(
    pool,
    place,
    async ({ definition }) => {
      const [known] = await readTenant<{ consumed_by: string | null }>(pool, place.tenantId, knownSignal, [
        place.instanceId,
        order.id,
      ]);
      if (known) return { refusal: seenBefore(known.consumed_by) };
      const errors = payloadErrors(definition, order.name, order.payload);
      return errors.length > 0 ? { refusal: invalid(errors) } : { kind: 'signal', ...order };
    },
    mover,
  );
  if (moved.ok) {
    const { consumedBy = null } = moved.after.signals[order.id] ?? {};
    return { ok: true, known: false, consumed: consumedBy !== null, after: moved.after };
  }
  const { refusal, loaded } = moved;
  if (refusal.code !== 'duplicate' || !loaded) return { ok: false, refusal };
  return { ok: true, known: true, consumed: refusal.data['consumed'] === true, after: loaded.snapshot };
}

/** What is wrong with a payload by the schemas of the steps that wait for the signal, checked as a form is. */
export function payloadErrors(
  { steps }: Definition,
  name: string,
  payload: JsonObject,
): readonly FieldError[] {
  // Steps that wait for the same signal declare the same payload; one check says it all.
  const [schema] = payloadSchemas({ steps: new Map(steps.map((step) => [step.key, step])) }, name);
  return schema ? checkJson(schema, payload, '/payload') : [];
}

function seenBefore(consumedBy: string | null): TransitionRefusal {
  const message = 'A signal of this id has come before.';
  return { code: 'duplicate', message, data: { consumed: consumedBy !== null } };
}
