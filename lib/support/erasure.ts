import { writeAudit } from '@/lib/audit/entry';
import { inTenant } from '@/lib/database/client';
import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { JsonObject } from '@/lib/engine/json';
import { readAccess } from '@/lib/instances/read-instance';
import { readDataEvents } from '@/lib/instances/read-events';
import { readRelatives } from '@/lib/instances/relatives';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { moverOf } from '@/lib/people/mover';
import { type Refusal, type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { eraseData as eraseInRuntime, type ErasureResult } from '@/lib/runtime/erase';
import { type Loaded, loadInstance } from '@/lib/runtime/snapshot';
import { contextsOf } from './data-changes';
import { type ErasedField, ownTexts, valuesOf, whatToErase } from './erased-values';
import {
  type Erased,
  type EraseData,
  eraseSchema,
  type Erasure,
  type ErasurePreview,
  erasureSchema,
} from './erasure-schema';
import { refuseErasing } from './permissions';

type Asked = {
  readonly fields: readonly ErasedField[];
  readonly texts: readonly string[];
  readonly loaded: Loaded;
};

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
  const asked = await ask(actor, id, read.value);
  if (!asked.ok) return asked;
  const { fields, texts, loaded } = asked.value;
  const tried = await tryOut(actor, id, asked.value);
  if (!tried.ok) return { ok: false, refusal: tried.refusal as Refusal };
  const [[counted], { parent, children, reopenedAs }] = await Promise.all([
    readTenant<{ files: number }>(appPool(), actor.tenantId, files, [id]),
    readRelatives(actor, id),
  ]);
  return done({
    fields: [
      ...fields.map(({ path, everywhere, byName }) => ({
        path,
        everywhere: [...everywhere],
        byName: byName.map(({ value }) => String(value)),
      })),
      ...(texts.length > 0 ? [{ path: '*', everywhere: [...texts], byName: [] }] : []),
    ],
    places: { ...tried.places },
    files: counted?.files ?? 0,
    undoable: loaded.snapshot.status === 'failed',
    relatives: [...(parent ? [parent] : []), ...children.values(), ...reopenedAs],
  });
}

/** Erases personal data of an ended instance for good; the history says that it was done, by whom and why, and the audit log too. */
export async function eraseData(actor: Actor, id: string, order: EraseData): Promise<Result<Erased>> {
  const lacking = await refusalFor(actor, id);
  if (lacking) return lacking;
  const read = readInput(eraseSchema, order);
  if (!read.ok) return read;
  const asked = await ask(actor, id, read.value);
  if (!asked.ok) return asked;
  const { fields, texts, loaded } = asked.value;
  const mover = moverOf(actor, 'staff', read.value.reason);
  const what = whatToErase(fields, texts) as unknown as JsonObject;
  const place = { tenantId: actor.tenantId, instanceId: id, version: loaded.snapshot.sequence };
  const result = await inTenant(actor.tenantId, async (tx) => {
    const erased = await eraseInRuntime(tx, place, what, mover);
    if (erased.ok)
      await writeAudit(tx, actor, {
        action: 'data_erased',
        subject: `instance:${id}`,
        data: { fields: fields.map(({ path }) => path), texts: texts.length, places: erased.places },
      });
    return erased;
  });
  if (!result.ok) return { ok: false, refusal: result.refusal as Refusal };
  return done({ version: result.version, places: { ...result.places } });
}

async function refusalFor(actor: Actor, id: string) {
  if (!isUuid(id) || !(await readAccess(actor, id))) return noInstance;
  return lacks(actor, 'instances.erase');
}

async function ask(
  actor: Actor,
  id: string,
  { fields, texts }: { readonly fields: readonly string[]; readonly texts: readonly string[] },
): Promise<Result<Asked>> {
  const [loaded, events] = await Promise.all([
    loadInstance(appPool(), actor.tenantId, id),
    readDataEvents(actor, id),
  ]);
  if (!loaded || !events) return noInstance;
  const { snapshot, definition } = loaded;
  const live = refuseErasing(snapshot.status);
  if (live) return live;
  const own = ownTexts(definition, texts);
  if (own.length > 0)
    return refuse(
      'invalid',
      `The process itself uses “${own.join('”, “')}”: erase the field in which it stands instead.`,
      { errors: [{ path: '/texts', message: 'the process itself uses this' }] },
    );
  const contexts = [...contextsOf(events), snapshot.input, snapshot.context];
  return done({ fields: valuesOf(definition, contexts, fields), texts, loaded });
}

/** Carries what was tried out of the transaction that it takes back. */
class TakenBack extends Error {
  constructor(readonly result: ErasureResult) {
    super('taken back');
  }
}

async function tryOut(actor: Actor, id: string, { fields, texts, loaded }: Asked): Promise<ErasureResult> {
  const what = whatToErase(fields, texts) as unknown as JsonObject;
  const place = { tenantId: actor.tenantId, instanceId: id, version: loaded.snapshot.sequence };
  try {
    return await inTenant(actor.tenantId, async (tx): Promise<never> => {
      throw new TakenBack(await eraseInRuntime(tx, place, what, moverOf(actor, 'staff', '…')));
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.result;
    throw error;
  }
}

const files = tenantStatement(
  'instance_files_count',
  `SELECT count(*)::int AS files FROM public.files f WHERE f.tenant_id = tenant.id AND f.instance_id = $2`,
);

const noInstance = refuse('not_found', 'There is no such instance, or you may not see it.');
