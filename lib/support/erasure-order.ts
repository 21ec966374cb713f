import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { JsonObject } from '@/lib/engine/json';
import { readDataEvents } from '@/lib/instances/read-events';
import type { Actor } from '@/lib/people/actor';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { type Loaded, loadInstance } from '@/lib/runtime/snapshot';
import { contextsOf } from './data-changes';
import { type ErasedField, type Held, heldBy, ownTexts, sortValues, whatToErase } from './erased-values';
import { followPaths, largestFamily, type Member, readFamily } from './erasure-reach';
import type { erasureSchema } from './erasure-schema';
import { refuseErasing } from './permissions';
import type { z } from 'zod';

/** What one instance is to lose. */
export type Part = {
  readonly id: string;
  readonly loaded: Loaded;
  readonly fields: readonly ErasedField[];
  readonly texts: readonly string[];
  /** What the database function takes. */
  readonly what: JsonObject;
};

/** An order to erase, worked out for each instance that it reaches. */
export type Worked = {
  readonly own: Part;
  readonly others: readonly Part[];
  /** All instances around it, reached or not. */
  readonly around: readonly Member[];
};

type Order = z.output<typeof erasureSchema>;
type Known = { readonly member: Member; readonly loaded: Loaded; readonly contexts: readonly JsonObject[] };

/** Works out what an order takes from an instance, and with `relatives` from the ended ones around it that the actor may see. */
export async function workOut(actor: Actor, id: string, order: Order): Promise<Result<Worked>> {
  const family = await readFamily(actor, id);
  const itself = family.find((member) => member.id === id);
  const known = itself && (await know(actor, itself));
  if (!known) return noInstance;
  const refused =
    refuseErasing(known.loaded.snapshot.status) ??
    refuseOwn(ownTexts(known.loaded.definition, order.texts)) ??
    (order.relatives && family.length > largestFamily ? tooMany : null);
  if (refused) return refused;

  const around = family.filter((member) => member.id !== id);
  const reached = order.relatives ? around.filter(({ live, readable }) => readable && !live) : [];
  const names = await readTenant<{ name: string }>(appPool(), actor.tenantId, fileNames, [
    order.files,
    [id, ...reached.map((member) => member.id)],
  ]);
  if (names.length < new Set(order.files).size)
    return refuse('not_found', 'One of the files is not there, or its content was erased before.');

  const all = [known];
  for (const member of reached) {
    const other = await know(actor, member);
    if (other) all.push(other);
  }
  const paths = await followPaths(actor, order.relatives ? family : [itself], id, order.fields);
  const held = all.map(({ member, contexts }) => heldBy(contexts, [...(paths.get(member.id) ?? [])]));
  const texts = [...order.texts, ...names.map(({ name }) => name)];
  const parts = all.map((one, index) => {
    const elsewhere = held.filter((_, other) => other !== index).flat();
    return partOf(one, held[index]!, elsewhere, texts, order.files);
  });
  const [own, ...others] = parts;
  return done({ own: own!, others, around });
}

function partOf(
  { member, loaded }: Known,
  held: readonly Held[],
  elsewhere: readonly Held[],
  texts: readonly string[],
  files: readonly string[],
): Part {
  const { definition } = loaded;
  const known = new Set(held.flatMap(({ leaves }) => leaves.map((leaf) => JSON.stringify(leaf))));
  const further = elsewhere
    .flatMap(({ leaves }) => leaves)
    .filter((leaf) => !known.has(JSON.stringify(leaf)));
  const fields = sortValues(definition, [
    ...held,
    ...(further.length > 0 ? [{ path: '*', leaves: further }] : []),
  ]);
  const own = new Set(ownTexts(definition, texts));
  const usable = texts.filter((text) => !own.has(text));
  const what = whatToErase(fields, usable, files) as unknown as JsonObject;
  return { id: member.id, loaded, fields, texts: usable, what };
}

/** An instance with all that its data have ever been. */
async function know(actor: Actor, member: Member): Promise<Known | null> {
  const [loaded, events] = await Promise.all([
    loadInstance(appPool(), actor.tenantId, member.id),
    readDataEvents(actor, member.id),
  ]);
  if (!loaded || !events) return null;
  const { input, context } = loaded.snapshot;
  return { member, loaded, contexts: [...contextsOf(events), input, context] };
}

function refuseOwn(own: readonly string[]) {
  if (own.length === 0) return null;
  return refuse(
    'invalid',
    `The process itself uses “${own.join('”, “')}”: erase the field in which it stands instead.`,
    { errors: [{ path: '/texts', message: 'the process itself uses this' }] },
  );
}

const fileNames = tenantStatement(
  'erasure_file_names',
  `SELECT f.name FROM public.files f WHERE f.tenant_id = tenant.id AND f.id = ANY ($2::uuid[]) AND f.instance_id = ANY ($3::uuid[])
     AND f.erased_at IS NULL`,
);

const tooMany = refuse(
  'invalid',
  `More than ${largestFamily} instances belong together here: erase in this one alone, then in the others.`,
);
const noInstance = refuse('not_found', 'There is no such instance, or you may not see it.');
