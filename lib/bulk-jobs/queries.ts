import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { InstanceStatus } from '@/lib/engine/lifecycle';
import { readCursor, writeCursor } from '@/lib/http/cursor';
import type { Page } from '@/lib/http/page';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { readInput } from '@/lib/people/input';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { loadDefinition } from '@/lib/runtime/snapshot';
import { fits } from './fits';
import {
  type ItemRow,
  type ItemsQuery,
  itemsQuerySchema,
  type JobDetail,
  type JobRow,
  jobsQuerySchema,
  type PreviewRow,
} from './schema';

const columns = `b.id, jsonb_build_object('action', b.action) || b.settings AS "order", b.reason, b.selection, b.total,
  b.per_minute AS "perMinute", b.stop_after AS "stopAfter", b.canary, b.status, b.paused_because AS "pausedBecause",
  jsonb_build_object('id', b.created_by, 'name', b.created_by_name) AS "createdBy",
  public.instant_text(b.created_at) AS "createdAt", public.instant_text(b.started_at) AS "startedAt",
  public.instant_text(b.closed_at) AS "closedAt",
  (SELECT jsonb_build_object(
     'pending', count(*) FILTER (WHERE i.status = 'pending'),
     'running', count(*) FILTER (WHERE i.status IN ('running', 'started')),
     'done', count(*) FILTER (WHERE i.status = 'done'), 'refused', count(*) FILTER (WHERE i.status = 'refused'),
     'failed', count(*) FILTER (WHERE i.status = 'failed'), 'cancelled', count(*) FILTER (WHERE i.status = 'cancelled'))
   FROM bulk_job_items i WHERE i.tenant_id = b.tenant_id AND i.job_id = b.id) AS counts`;

const list = tenantStatement(
  'bulk_jobs_list',
  `SELECT ${columns} FROM bulk_jobs b WHERE b.tenant_id = tenant.id AND b.status = coalesce($2, b.status)
     AND ($2 IS NOT NULL OR b.status <> 'prepared') AND ($3::uuid IS NULL OR b.id < $3) ORDER BY b.id DESC LIMIT $4`,
);
const one = tenantStatement(
  'bulk_job',
  `SELECT ${columns} FROM bulk_jobs b WHERE b.tenant_id = tenant.id AND b.id = $2`,
);
const standing = tenantStatement(
  'bulk_job_preview',
  `SELECT s.status, count(*)::int AS count FROM bulk_job_items i
   LEFT JOIN instances s ON s.tenant_id = i.tenant_id AND s.id = i.instance_id
   WHERE i.tenant_id = tenant.id AND i.job_id = $2 GROUP BY s.status ORDER BY count(*) DESC, s.status`,
);
const items = tenantStatement(
  'bulk_job_items',
  `SELECT i.position, jsonb_build_object('id', i.instance_id, 'subject', s.subject_id, 'definition', s.definition_key,
     'status', s.status) AS instance, s.definition_version_id AS "versionId", i.status, i.attempt, i.code, i.message, public.instant_text(i.worked_at) AS "workedAt"
   FROM bulk_job_items i LEFT JOIN instances s ON s.tenant_id = i.tenant_id AND s.id = i.instance_id
   WHERE i.tenant_id = tenant.id AND i.job_id = $2 AND i.status = coalesce($3, i.status) AND i.position > $4
   ORDER BY i.position LIMIT $5`,
);

/** Jobs, the newest first; those that were prepared and never started only when they are asked for. */
export async function listJobs(
  actor: Actor,
  query: { readonly status?: string; readonly cursor?: string | undefined; readonly limit?: number } = {},
): Promise<Result<Page<JobRow>>> {
  const lacking = lacks(actor, 'instances.repair');
  if (lacking) return lacking;
  const read = readInput(jobsQuerySchema, query);
  if (!read.ok) return read;
  const { status = null, cursor, limit } = read.value;
  const after = readCursor(cursor, 'bulk-jobs', 1);
  if (!after.ok) return after;
  const [before = null] = after.value ?? [];
  if (before !== null && !isUuid(before)) return refuse('invalid', 'This cursor is damaged.');
  const rows = await readTenant<JobRow>(appPool(), actor.tenantId, list, [status, before, limit + 1]);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return done({ items: shown, next: last ? writeCursor('bulk-jobs', [last.id]) : null });
}

/** A job with its progress; a prepared one with where its instances stand now. */
export async function getJob(actor: Actor, id: string): Promise<Result<JobDetail>> {
  const lacking = lacks(actor, 'instances.repair');
  if (lacking) return lacking;
  const [job] = isUuid(id) ? await readTenant<JobRow>(appPool(), actor.tenantId, one, [id]) : [];
  if (!job) return noSuchJob;
  if (job.status !== 'prepared') return done({ ...job, preview: [] });
  const rows = await readTenant<{ status: InstanceStatus | null; count: number }>(
    appPool(),
    actor.tenantId,
    standing,
    [id],
  );
  const preview: PreviewRow[] = rows.map(({ status, count }) => ({
    status,
    count,
    fits: status !== null && fits(job.order, status),
  }));
  return done({ ...job, preview });
}

/** What became of each instance of a job, in the order of its list. */
export async function listItems(
  actor: Actor,
  id: string,
  query: ItemsQuery = {},
): Promise<Result<Page<ItemRow>>> {
  const found = await getJob(actor, id);
  if (!found.ok) return found;
  const read = readInput(itemsQuerySchema, query);
  if (!read.ok) return read;
  const { status = null, cursor, limit } = read.value;
  const after = readCursor(cursor, 'bulk-job-items', 1);
  if (!after.ok) return after;
  const [position = '0'] = after.value ?? [];
  if (!/^\d{1,9}$/.test(position)) return refuse('invalid', 'This cursor is damaged.');
  const rows = await readTenant<StoredItem>(appPool(), actor.tenantId, items, [
    id,
    status,
    position,
    limit + 1,
  ]);
  const shown = await Promise.all(rows.slice(0, limit).map((row) => named(actor, row)));
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return done({ items: shown, next: last ? writeCursor('bulk-job-items', [String(last.position)]) : null });
}

/** An item as the database has it; the name of its process comes from the version's content. */
type StoredItem = Omit<ItemRow, 'instance'> & {
  readonly instance: Omit<ItemRow['instance'], 'definitionName'>;
  readonly versionId: string | null;
};

async function named(actor: Actor, { versionId, instance, ...item }: StoredItem): Promise<ItemRow> {
  const definitionName =
    versionId && (await loadDefinition(appPool(), actor.tenantId, versionId)).content.name;
  return { ...item, instance: { ...instance, definitionName } };
}

export const noSuchJob = refuse('not_found', 'There is no such job.');
