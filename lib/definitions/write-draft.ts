import { type TenantTransaction, inTenant } from '@/lib/database/client';
import type { Definition, Layout } from '@/lib/engine/definition/schema';
import type { Scenario } from '@/lib/engine/simulation/scenario';
import type { Actor } from '@/lib/people/actor';
import { newId } from '@/lib/runtime/uuid';
import { openElsewhere, tellOfDraft } from './presence';

/** A draft whose shape has been checked. A layout of null takes it away; undefined leaves it, or the scenarios, as they are. */
export type CheckedDraft = {
  readonly definition: Definition;
  readonly layout: Layout | null | undefined;
  readonly scenarios: readonly Scenario[] | undefined;
};

/** Makes a definition with its first draft. @returns null when there is one with this key already */
export async function createDraft(
  actor: Actor,
  { definition, layout, scenarios }: CheckedDraft,
): Promise<{ revision: number; created: true } | null> {
  const made = await inTenant(
    actor.tenantId,
    (tx) => tx.$executeRaw`
      INSERT INTO public.definitions (tenant_id, id, key, name, draft, draft_layout,
        draft_scenarios, revision, updated_by)
      VALUES (${actor.tenantId}::uuid, ${newId()}::uuid, ${definition.key}, ${definition.name},
        ${JSON.stringify(definition)}::jsonb, ${json(layout)}::jsonb,
        ${JSON.stringify(scenarios ?? [])}::jsonb, 1, ${actor.personId}::uuid)
      ON CONFLICT (tenant_id, key) DO NOTHING`,
  );
  return made === 1 ? { revision: 1, created: true } : null;
}

/** Saves over the draft of the given revision. @returns null when that is not the present one */
export async function replaceDraft(
  actor: Actor,
  draft: CheckedDraft,
  revision: number,
): Promise<{ revision: number; created: false } | null> {
  if (!Number.isInteger(revision) || revision < 1 || revision >= 2 ** 31 - 1) return null;
  const { tenantId, personId } = actor;
  const written = await inTenant(tenantId, async (tx) => {
    const count = await update(tx, actor, draft, revision);
    return count === 1 ? openElsewhere(tx, tenantId, draft.definition.key, personId) : null;
  });
  if (written === null) return null;
  if (written.definitionId !== null) tellOfDraft(tenantId, written.definitionId);
  return { revision: revision + 1, created: false };
}

function update(
  tx: TenantTransaction,
  actor: Actor,
  { definition, layout, scenarios }: CheckedDraft,
  revision: number,
): Promise<number> {
  return tx.$executeRaw`
    UPDATE public.definitions SET name = ${definition.name}, draft = ${JSON.stringify(definition)}::jsonb,
      draft_layout = CASE WHEN ${layout === undefined} THEN draft_layout ELSE ${json(layout)}::jsonb END,
      draft_scenarios = coalesce(${scenarios ? JSON.stringify(scenarios) : null}::jsonb, draft_scenarios),
      revision = revision + 1, updated_at = now(), updated_by = ${actor.personId}::uuid
    WHERE tenant_id = ${actor.tenantId}::uuid AND key = ${definition.key} AND revision = ${revision}`;
}

function json(layout: Layout | null | undefined): string | null {
  return layout ? JSON.stringify(layout) : null;
}
