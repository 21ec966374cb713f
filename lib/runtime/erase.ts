import { readRefusal } from '@/lib/database/errors';
import type { TenantTransaction } from '@/lib/database/client';
import type { JsonObject } from '@/lib/engine/json';
import type { Mover } from './transition';
import type { TransitionRefusal } from './transition';

/** What an erasure did: the number of its event, and how many rows of each table lost something. */
export type ErasureResult =
  | { readonly ok: true; readonly version: number; readonly places: Readonly<Record<string, number>> }
  | { readonly ok: false; readonly refusal: TransitionRefusal };

/**
 * Takes personal data out of an ended instance, in the caller's transaction: the one call of the database's `erase_data`.
 * @param what see prisma/functions/erase_data.sql
 */
export async function eraseData(
  tx: Pick<TenantTransaction, '$queryRaw'>,
  place: { readonly tenantId: string; readonly instanceId: string; readonly version: number },
  what: JsonObject,
  { actor, reason, causationId }: Mover,
): Promise<ErasureResult> {
  const by = { type: actor.type, id: actor.id, name: actor.name, causationId: causationId ?? null };
  try {
    const [row] = await tx.$queryRaw<{ done: { version: number; places: Record<string, number> } }[]>`
      SELECT public.erase_data(${place.tenantId}::uuid, ${place.instanceId}::uuid, ${place.version}::bigint,
        ${JSON.stringify(what)}::jsonb, ${JSON.stringify(by)}::jsonb, ${reason ?? null}) AS done`;
    return { ok: true, ...row!.done };
  } catch (error) {
    const refusal = readRefusal(error);
    if (refusal?.code !== 'stale' && refusal?.code !== 'not_allowed' && refusal?.code !== 'not_found')
      throw error;
    const { code, message, detail } = refusal;
    return { ok: false, refusal: { code, message, data: detail as JsonObject } };
  }
}
