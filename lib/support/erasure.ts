import { writeAudit } from '@/lib/audit/entry';
import { inTenant, type TenantTransaction } from '@/lib/database/client';
import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import { readAccess } from '@/lib/instances/read-instance';
import { readRelativesByIds } from '@/lib/instances/relatives';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { moverOf } from '@/lib/people/mover';
import { type Refusal, type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { eraseData as eraseInRuntime, type ErasureResult } from '@/lib/runtime/erase';
import { searchText } from '@/lib/runtime/search-terms';
import type { Mover } from '@/lib/runtime/transition';
import { type Part, type Worked, workOut } from './erasure-order';
import {
  type Erased,
  type EraseData,
  eraseSchema,
  type Erasure,
  type ErasurePreview,
  erasureSchema,
  type Reached,
} from './erasure-schema';
import { type LeftState, leftStates } from './schema';

/**
 * What an erasure would remove at this moment: it is done and taken back, so the answer is what the erasure itself does. Its
 * own permission is needed for both.
 */
export async function previewErasure(
  actor: Actor,
  id: string,
  order: Erasure,
): Promise<Result<ErasurePreview>> {
  const lacking = await refusalFor(actor, id);
  if (lacking) return lacking;
  const read = readInput(erasureSchema, order);
  if (!read.ok) return read;
  const worked = await workOut(actor, id, read.value);
  if (!worked.ok) return worked;
  const { own, around } = worked.value;
  const tried = await tryOut(actor, worked.value);
  if (!tried.own.ok) return { ok: false, refusal: tried.own.refusal as Refusal };
  const terms = own.what['terms'] as readonly string[];
  const [[counted], relatives] = await Promise.all([
    readTenant<{ files: number; elsewhere: number }>(appPool(), actor.tenantId, counts, [
      id,
      read.value.files,
      terms.map(searchText),
      [id, ...around.map((member) => member.id)],
    ]),
    readRelativesByIds(
      actor,
      around.filter(({ readable }) => readable).map((member) => member.id),
    ),
  ]);
  const reached = reachedAround(read.value.relatives, worked.value, tried);
  return done({
    fields: [
      ...own.fields.map(({ path, everywhere, byName }) => ({
        path,
        everywhere: [...everywhere],
        byName: byName.map(({ value }) => String(value)),
      })),
      ...(own.texts.length > 0 ? [{ path: '*', everywhere: [...own.texts], byName: [] }] : []),
    ],
    places: { ...tried.own.places },
    filesKept: counted?.files ?? 0,
    undoable: own.loaded.snapshot.status === 'failed',
    relatives: relatives.flatMap((instance) => {
      const reach = reached.get(instance.id);
      return reach ? [{ instance, ...reach }] : [];
    }),
    hidden: hiddenAround(worked.value),
    elsewhere: counted?.elsewhere ?? 0,
  });
}

/** Erases personal data of an ended instance for good; the history says that it was done, by whom and why, and the audit log too. */
export async function eraseData(actor: Actor, id: string, order: EraseData): Promise<Result<Erased>> {
  const lacking = await refusalFor(actor, id);
  if (lacking) return lacking;
  const read = readInput(eraseSchema, order);
  if (!read.ok) return read;
  const worked = await workOut(actor, id, read.value);
  if (!worked.ok) return worked;
  const mover = moverOf(actor, 'staff', read.value.reason);
  const { own, reached } = await inTenant(actor.tenantId, async (tx) => {
    const erased = await eraseAll(tx, actor, worked.value, mover);
    const around = reachedAround(read.value.relatives, worked.value, erased);
    if (erased.own.ok) await audit(tx, actor, worked.value.own, erased.own.places, leftOf(around));
    for (const part of worked.value.others) {
      const other = erased.others.get(part.id);
      if (other?.ok && touched(other)) await audit(tx, actor, part, other.places);
    }
    return { own: erased.own, reached: around };
  });
  if (!own.ok) return { ok: false, refusal: own.refusal as Refusal };
  return done({
    version: own.version,
    places: { ...own.places },
    relatives: [...reached].map(([of, reach]) => ({ id: of, ...reach })),
    hidden: hiddenAround(worked.value),
  });
}

async function refusalFor(actor: Actor, id: string) {
  if (!isUuid(id) || !(await readAccess(actor, id))) return noInstance;
  return lacks(actor, 'instances.erase');
}

type AllErased = { readonly own: ErasureResult; readonly others: ReadonlyMap<string, ErasureResult> };

/**
 * Erases in the instance, then in those around it. One of those that has nothing of it keeps its history as it is; so does one that
 * refuses, since somebody else moved it or a part of it is an id, and the rest goes all the same.
 */
async function eraseAll(
  tx: TenantTransaction,
  actor: Actor,
  { own, others }: Worked,
  mover: Mover,
): Promise<AllErased> {
  const first = await eraseIn(tx, actor, own, mover);
  const results = new Map<string, ErasureResult>();
  if (!first.ok) return { own: first, others: results };
  for (const part of others) {
    await tx.$executeRaw`SAVEPOINT relative`;
    const result = await eraseIn(tx, actor, part, mover);
    if (!result.ok || !touched(result)) await tx.$executeRaw`ROLLBACK TO SAVEPOINT relative`;
    await tx.$executeRaw`RELEASE SAVEPOINT relative`;
    results.set(part.id, result);
  }
  return { own: first, others: results };
}

function eraseIn(tx: TenantTransaction, actor: Actor, { id, loaded, what }: Part, mover: Mover) {
  const place = { tenantId: actor.tenantId, instanceId: id, version: loaded.snapshot.sequence };
  return eraseInRuntime(tx, place, what, mover);
}

function touched(result: ErasureResult): boolean {
  return result.ok && Object.keys(result.places).length > 0;
}

async function audit(
  tx: TenantTransaction,
  actor: Actor,
  { id, fields, texts }: Part,
  places: Readonly<Record<string, number>>,
  left: readonly Left[] = [],
): Promise<void> {
  await writeAudit(tx, actor, {
    action: 'data_erased',
    subject: `instance:${id}`,
    data: {
      fields: fields.map(({ path }) => path),
      texts: texts.length,
      places,
      ...(left.length > 0 && { left: left.map((one) => ({ ...one })) }),
    },
  });
}

/** Carries what was tried out of the transaction that it takes back. */
class TakenBack extends Error {
  constructor(readonly result: AllErased) {
    super('taken back');
  }
}

async function tryOut(actor: Actor, worked: Worked): Promise<AllErased> {
  try {
    return await inTenant(actor.tenantId, async (tx): Promise<never> => {
      throw new TakenBack(await eraseAll(tx, actor, worked, moverOf(actor, 'staff', '…')));
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.result;
    throw error;
  }
}

/** What became of each instance around it that the actor may see: id → what the erasure took from it. */
function reachedAround(
  asked: boolean,
  { around }: Worked,
  { others }: AllErased,
): ReadonlyMap<string, Reached> {
  const seen = around.filter(({ readable }) => readable);
  return new Map(seen.map(({ id, live }) => [id, reachOf(asked, live, others.get(id))]));
}

function hiddenAround({ around }: Worked): number {
  return around.filter(({ readable }) => !readable).length;
}

type Left = { readonly id: string; readonly state: LeftState };

/** Instances that the erasure was to reach as well and that keep their data: nobody should take them for erased. */
export function leftOf(reached: ReadonlyMap<string, Reached>): Left[] {
  return [...reached].flatMap(([id, reach]) => {
    const state = leftStates.find((one) => one === reach.state);
    return state ? [{ id, state }] : [];
  });
}

/**
 * What is said of an instance around the one that loses its data.
 * @param live as it was when the order was worked out
 * @param result none where nothing was tried: it was live, or could not be read any more when its turn came
 */
export function reachOf(asked: boolean, live: boolean, result: ErasureResult | undefined): Reached {
  const as = (state: Reached['state']) => ({ state, places: {}, message: null });
  if (!asked) return as('kept');
  if (!result) return as(live ? 'live' : 'unread');
  if (!result.ok) return { ...as('refused'), message: result.refusal.message };
  return touched(result) ? { ...as('erased'), places: { ...result.places } } : as('nothing');
}

const counts = tenantStatement(
  'erasure_counts',
  `SELECT (SELECT count(*)::int FROM public.files f WHERE f.tenant_id = tenant.id AND f.instance_id = $2 AND f.erased_at IS NULL
       AND f.id <> ALL ($3::uuid[])) AS files,
     (SELECT count(DISTINCT s.instance_id)::int FROM public.search_terms s WHERE s.tenant_id = tenant.id AND s.value = ANY ($4::text[])
       AND s.instance_id <> ALL ($5::uuid[])) AS elsewhere`,
);

const noInstance = refuse('not_found', 'There is no such instance, or you may not see it.');
