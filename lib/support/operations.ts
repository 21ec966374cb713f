import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import { readAccess } from '@/lib/instances/read-instance';
import { readStaffEvents } from '@/lib/instances/read-events';
import { readRelativesByIds } from '@/lib/instances/relatives';
import type { Actor } from '@/lib/people/actor';
import { lacks } from '@/lib/people/authorize';
import { type Result, done, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import type { JobPart, Operations } from './dossier-schema';
import type { LeftState } from './schema';

/** Events of staff that are shown, the newest. */
const mostEvents = 500;

const jobs = tenantStatement(
  'instance_bulk_jobs',
  `SELECT b.id AS job, jsonb_build_object('action', b.action) || b.settings AS "order", b.status AS "jobStatus", i.status,
     i.code, i.message, b.reason, b.created_by_name AS by, public.instant_text(b.created_at) AS "createdAt",
     public.instant_text(i.worked_at) AS "workedAt"
   FROM public.bulk_job_items i JOIN public.bulk_jobs b ON b.tenant_id = i.tenant_id AND b.id = i.job_id
   WHERE i.tenant_id = tenant.id AND i.instance_id = $2::uuid AND b.status <> 'prepared' ORDER BY b.id DESC LIMIT 100`,
);

const audit = tenantStatement(
  'instance_audit',
  `SELECT public.instant_text(a.occurred_at) AS at, a.actor_name AS by, a.action, coalesce(a.data -> 'left', '[]') AS left
   FROM public.audit_entries a
   WHERE a.tenant_id = tenant.id AND a.subject = 'instance:' || $2 ORDER BY a.id DESC LIMIT 100`,
);

/** What staff have done to an instance: one by one, in bulk jobs, and what only the audit log knows. For support. */
export async function readOperations(actor: Actor, id: string): Promise<Result<Operations>> {
  if (!isUuid(id) || !(await readAccess(actor, id))) return noInstance;
  const lacking = lacks(actor, 'instances.read_all');
  if (lacking) return lacking;
  const [parts, entries, events] = await Promise.all([
    readTenant<JobPart>(appPool(), actor.tenantId, jobs, [id]),
    readTenant<AuditPart>(appPool(), actor.tenantId, audit, [id]),
    readStaffEvents(actor, id, mostEvents),
  ]);
  return done({ jobs: parts, audit: await withLeft(actor, entries), events: events ?? [] });
}

type AuditPart = Omit<Operations['audit'][number], 'left'> & {
  readonly left: readonly { readonly id: string; readonly state: LeftState }[];
};

/** Entries with the instances that they name, as far as the actor may see them. */
async function withLeft(actor: Actor, entries: readonly AuditPart[]): Promise<Operations['audit']> {
  const ids = entries.flatMap(({ left }) => left.map((one) => one.id));
  const named = ids.length === 0 ? [] : await readRelativesByIds(actor, ids);
  const byId = new Map(named.map((instance) => [instance.id, instance]));
  return entries.map((entry) => ({
    ...entry,
    left: entry.left.flatMap(({ id, state }) => {
      const instance = byId.get(id);
      return instance ? [{ instance, state }] : [];
    }),
  }));
}

const noInstance = refuse('not_found', 'There is no such instance, or you may not see it.');
