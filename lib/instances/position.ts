import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { OpenTask, Position } from './schema';

export type PositionWithTasks = Position & { readonly openTasks: OpenTask[] };

const columns = `i.id, i.status, i.state, i.version::int, coalesce((
  SELECT jsonb_agg(jsonb_build_object('id', t.id, 'step', t.step, 'title', t.title) ORDER BY t.id)
  FROM public.tasks t WHERE t.tenant_id = i.tenant_id AND t.instance_id = i.id
    AND t.status IN ('pending', 'in_progress')), '[]') AS "openTasks"`;

const byId = tenantStatement(
  'instance_position',
  `SELECT ${columns} FROM public.instances i WHERE i.tenant_id = tenant.id AND i.id = $2`,
);

/** Where the instance is now, and which of its tasks are open. Not for showing to others: it checks no right. */
export async function readPosition(tenantId: string, instanceId: string): Promise<PositionWithTasks> {
  const [position] = await readTenant<PositionWithTasks>(appPool(), tenantId, byId, [instanceId]);
  if (!position) throw new Error(`instance ${instanceId} is not there any more`);
  return position;
}

const byStartKey = tenantStatement(
  'instance_position_by_start_key',
  `SELECT ${columns}, i.start_hash AS "startHash" FROM public.instances i
   WHERE i.tenant_id = tenant.id AND i.start_key = $2`,
);

/** The instance that was started with this key, and the hash of what was asked with it. */
export async function readStartedWith(
  tenantId: string,
  startKey: string,
): Promise<(PositionWithTasks & { readonly startHash: string }) | null> {
  const [started] = await readTenant<PositionWithTasks & { startHash: string }>(
    appPool(),
    tenantId,
    byStartKey,
    [startKey],
  );
  return started ?? null;
}

const live = tenantStatement(
  'live_instance_of_subject',
  `SELECT i.id, i.status, i.state FROM public.instances i
   JOIN public.definitions d ON d.tenant_id = i.tenant_id AND d.id = i.definition_id
   WHERE i.tenant_id = tenant.id AND i.subject_id = $3 AND d.key = $2 AND i.closed_at IS NULL AND i.subject_unique`,
);

/** The one live instance of a definition about a subject. */
export async function readLiveOf(
  tenantId: string,
  definitionKey: string,
  subjectId: string,
): Promise<Pick<Position, 'id' | 'status' | 'state'> | null> {
  const [found] = await readTenant<Pick<Position, 'id' | 'status' | 'state'>>(appPool(), tenantId, live, [
    definitionKey,
    subjectId,
  ]);
  return found ?? null;
}
