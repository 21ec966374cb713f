import { inTenant, type TenantTransaction } from '@/lib/database/client';
import { keySchema } from '@/lib/engine/definition/primitives';
import type { Actor } from '@/lib/people/actor';
import { isBareKey, lacks } from '@/lib/people/authorize';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { announceDraft } from '@/lib/runtime/notices';
import { type Presence, presenceLasts } from './schema';

/**
 * Says that the actor has the draft open now, and who else has. Who comes is told to the others at once, by the stream of
 * changes; to be said again every `presenceEvery` seconds.
 */
export async function bePresent(actor: Actor, key: string): Promise<Result<Presence>> {
  const lacking = lacksPerson(actor);
  if (lacking) return lacking;
  if (!keySchema.safeParse(key).success) return noDefinition;
  const row = await inTenant(actor.tenantId, (tx) => seen(tx, actor, key));
  if (!row) return noDefinition;
  const { came, ...presence } = row;
  if (came) tellOfDraft(actor.tenantId, presence.id);
  return done(presence);
}

async function seen(
  tx: TenantTransaction,
  { tenantId, personId }: Actor,
  key: string,
): Promise<(Presence & { readonly came: boolean }) | null> {
  const [own] = await tx.$queryRaw<{ id: string; revision: number; came: boolean }[]>`
    WITH d AS (SELECT id, revision FROM public.definitions WHERE tenant_id = ${tenantId}::uuid AND key = ${key})
    INSERT INTO public.draft_presence AS p (tenant_id, definition_id, person_id)
    SELECT ${tenantId}::uuid, d.id, ${personId}::uuid FROM d
    ON CONFLICT (tenant_id, definition_id, person_id) DO UPDATE
      SET since = CASE WHEN p.seen_at < now() - make_interval(secs => ${presenceLasts}) THEN now() ELSE p.since END,
        seen_at = now()
    RETURNING p.definition_id AS id, (SELECT d.revision FROM d) AS revision, p.since = now() AS came`;
  if (!own) return null;
  const others = await tx.$queryRaw<{ name: string; since: string }[]>`
    SELECT q.name, public.instant_text(o.since) AS since FROM public.draft_presence o
    JOIN public.people q ON q.tenant_id = o.tenant_id AND q.id = o.person_id
    WHERE o.tenant_id = ${tenantId}::uuid AND o.definition_id = ${own.id}::uuid AND o.person_id <> ${personId}::uuid
      AND o.seen_at > now() - make_interval(secs => ${presenceLasts}) ORDER BY o.since`;
  return { ...own, others };
}

/** Says that the actor has closed the draft. */
export async function leaveDraft(actor: Actor, key: string): Promise<Result<{ readonly left: boolean }>> {
  const lacking = lacksPerson(actor);
  if (lacking) return lacking;
  const { tenantId, personId } = actor;
  const [gone] = await inTenant(
    tenantId,
    (tx) => tx.$queryRaw<{ id: string }[]>`
      DELETE FROM public.draft_presence p USING public.definitions d
      WHERE p.tenant_id = ${tenantId}::uuid AND p.person_id = ${personId}::uuid AND d.tenant_id = p.tenant_id
        AND d.id = p.definition_id AND d.key = ${key}
      RETURNING d.id`,
  );
  if (gone) tellOfDraft(tenantId, gone.id);
  return done({ left: gone !== undefined });
}

/** The id of the definition when somebody else has its draft open, so that they are to hear of a change. */
export async function openElsewhere(
  tx: TenantTransaction,
  tenantId: string,
  key: string,
  personId: string,
): Promise<{ readonly definitionId: string | null }> {
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    SELECT d.id FROM public.definitions d WHERE d.tenant_id = ${tenantId}::uuid AND d.key = ${key} AND EXISTS (
      SELECT FROM public.draft_presence p WHERE p.tenant_id = d.tenant_id AND p.definition_id = d.id
        AND p.person_id <> ${personId}::uuid AND p.seen_at > now() - make_interval(secs => ${presenceLasts}))`;
  return { definitionId: row?.id ?? null };
}

/** Tells open designers of the draft, by the stream of changes, that there is something to look at. */
export function tellOfDraft(tenantId: string, definitionId: string): void {
  announceDraft({ tenantId, definitionId });
}

function lacksPerson(actor: Actor) {
  const lacking = lacks(actor, 'definitions.edit');
  if (lacking) return lacking;
  return isBareKey(actor)
    ? refuse(
        'not_allowed',
        'A key by itself has no draft open. Send the header Interlock-Act-As with a person’s address.',
      )
    : null;
}

const noDefinition = refuse('not_found', 'There is no such definition.');
