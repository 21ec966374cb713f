import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { Child } from '@/lib/engine/child';
import type { Actor } from '@/lib/people/actor';
import { loadDefinition } from '@/lib/runtime/snapshot';
import { readable, readableValues } from './access';
import { stepName } from './names';
import type { Relative } from './relatives-schema';

/** A child as its row has it. */
export type StoredChild = Pick<
  Child,
  | 'key'
  | 'step'
  | 'visit'
  | 'position'
  | 'attempt'
  | 'definition'
  | 'subject'
  | 'status'
  | 'error'
  | 'createdAt'
  | 'closedAt'
>;

/** SQL of the children that a row `i` of instances has asked for. */
export const childrenOfInstance = `coalesce((SELECT jsonb_agg(jsonb_build_object(
    'key', c.key, 'step', c.step, 'visit', c.visit, 'position', c.position, 'attempt', c.attempt,
    'definition', c.definition, 'subject', c.subject, 'status', c.status, 'error', c.error,
    'createdAt', public.instant_text(c.created_at), 'closedAt', public.instant_text(c.closed_at))
    ORDER BY c.created_at, c.step, c.visit, c.position, c.attempt)
  FROM public.children c WHERE c.tenant_id = i.tenant_id AND c.instance_id = i.id), '[]')`;

/** The instances around one, as far as the actor may read them. */
export type Relatives = {
  readonly parent: Relative | null;
  /** By the key under which the instance asked for them. */
  readonly children: ReadonlyMap<string, Relative>;
  /** What takes it up again, the newest first. */
  readonly reopenedAs: readonly Relative[];
};

type StoredRelative = Omit<Relative, 'definition' | 'stateName'> & {
  readonly state: string | null;
  readonly versionId: string;
};

type Row = StoredRelative & {
  readonly tie: 'parent' | 'child' | 'reopened';
  readonly child: string | null;
};

const columns = `i.id, i.definition_version_id AS "versionId", i.status, i.state, i.outcome,
     jsonb_build_object('type', i.subject_type, 'id', i.subject_id) AS subject,
     public.instant_text(i.created_at) AS "createdAt", public.instant_text(i.closed_at) AS "closedAt"`;

const around = tenantStatement(
  'instance_relatives',
  `SELECT ${columns}, i.parent_child AS child, CASE WHEN i.parent_id = $2 THEN 'child' WHEN i.reopened_from = $2 THEN 'reopened' ELSE 'parent' END AS tie
   FROM public.instances i
   WHERE i.tenant_id = tenant.id AND (i.parent_id = $2 OR i.reopened_from = $2 OR i.id = (
     SELECT o.parent_id FROM public.instances o WHERE o.tenant_id = tenant.id AND o.id = $2)) AND ${readable(3)}
   ORDER BY i.id DESC`,
);

/** The parent of an instance, its children, and what reopens it. */
export async function readRelatives(actor: Actor, instanceId: string): Promise<Relatives> {
  const values = [instanceId, ...readableValues(actor)];
  const rows = await readTenant<Row>(appPool(), actor.tenantId, around, values);
  const relatives = await Promise.all(
    rows.map(async (row) => ({ row, relative: await relativeOf(actor, row) })),
  );
  const tiedBy = (tie: Row['tie']) => relatives.filter(({ row }) => row.tie === tie);
  return {
    parent: tiedBy('parent')[0]?.relative ?? null,
    children: new Map(tiedBy('child').map(({ row, relative }) => [row.child ?? '', relative])),
    reopenedAs: tiedBy('reopened').map(({ relative }) => relative),
  };
}

const byId = tenantStatement(
  'relatives_by_id',
  `SELECT ${columns} FROM public.instances i WHERE i.tenant_id = tenant.id AND i.id = ANY ($2::uuid[]) AND ${readable(3)}
   ORDER BY i.id DESC`,
);

/** Instances as relatives are shown, those of the ids that the actor may read; the newest first. */
export async function readRelativesByIds(actor: Actor, ids: readonly string[]): Promise<Relative[]> {
  const values = [ids, ...readableValues(actor)];
  const rows = await readTenant<StoredRelative>(appPool(), actor.tenantId, byId, values);
  return Promise.all(rows.map((row) => relativeOf(actor, row)));
}

async function relativeOf({ tenantId }: Actor, row: StoredRelative): Promise<Relative> {
  const { id, versionId, subject, status, state, outcome, createdAt, closedAt } = row;
  const { key, version, content } = await loadDefinition(appPool(), tenantId, versionId);
  return {
    id,
    definition: { key, name: content.name, version },
    subject,
    status,
    stateName: state === null ? null : stepName(content, state),
    outcome,
    createdAt,
    closedAt,
  };
}
