import { inTenant } from '@/lib/database/client';
import type { JsonObject } from '@/lib/engine/json';
import type { Actor } from '@/lib/people/actor';
import { isBareKey, lacks } from '@/lib/people/authorize';
import { readInput, tooLarge } from '@/lib/people/input';
import { type Result, refuse } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { newId } from '@/lib/runtime/uuid';
import { checkOrder } from './check-order';
import { getJob, noSuchJob } from './queries';
import { type JobDetail, limits, type PrepareJob, prepareSchema } from './schema';
import { frozenIds } from './select';

/** How long a job that nobody has started is kept. */
const forgottenAfterHours = 24;

/**
 * Prepares a job: freezes the list of its instances and says how many they are and where they stand. Nothing happens to
 * them before it is started, and then to exactly these.
 */
export async function prepareJob(actor: Actor, input: PrepareJob): Promise<Result<JobDetail>> {
  const lacking = lacks(actor, 'instances.repair');
  if (lacking) return lacking;
  const read = readInput(prepareSchema, input);
  if (!read.ok) return read;
  const { order, selection, reason, perMinute = null, stopAfter = null, canary = null } = read.value;
  const { action, ...settings } = order;
  const large = tooLarge('settings', settings, limits.payloadBytes);
  if (large) return large;
  const wrong = await checkOrder(actor, order);
  if (wrong) return wrong;
  const ids = await frozenIds(actor, selection);
  if (!ids.ok) return ids;
  const total = ids.value.length;
  const id = newId();
  const chosen = 'ids' in selection ? { ids: total } : { filter: selection.filter };
  await inTenant(actor.tenantId, async (tx) => {
    await forgetAbandoned(tx);
    await tx.bulkJob.create({
      data: {
        tenantId: actor.tenantId,
        id,
        action,
        settings: stored(settings),
        reason,
        selection: stored(chosen),
        total,
        perMinute,
        stopAfter,
        canary,
        createdBy: actor.personId,
        createdByName: actor.name,
        apiKeyId: isBareKey(actor) ? actor.personId : null,
      },
    });
    await tx.$executeRaw`INSERT INTO bulk_job_items (tenant_id, job_id, position, instance_id)
      SELECT ${actor.tenantId}::uuid, ${id}::uuid, chosen.position, chosen.id
      FROM unnest(${[...ids.value]}::uuid[]) WITH ORDINALITY AS chosen (id, position)`;
  });
  return getJob(actor, id);
}

/** Starts a prepared job. Started twice, it is started once. */
export async function startJob(actor: Actor, id: string): Promise<Result<JobDetail>> {
  return change(actor, id, ['prepared'], async (tx, where) => {
    const { count } = await tx.bulkJob.updateMany({
      where: { ...where, status: 'prepared' },
      data: { status: 'running', startedAt: new Date(), nextAt: new Date() },
    });
    return count;
  });
}

/** Nothing more of it begins; what is under way ends. */
export async function pauseJob(actor: Actor, id: string): Promise<Result<JobDetail>> {
  return change(actor, id, ['running'], async (tx, where) => {
    const { count } = await tx.bulkJob.updateMany({
      where: { ...where, status: 'running' },
      data: { status: 'paused', pausedBecause: 'person' },
    });
    return count;
  });
}

/** A paused job goes on; the failures so far count no more against its limit. */
export async function resumeJob(actor: Actor, id: string): Promise<Result<JobDetail>> {
  return change(
    actor,
    id,
    ['paused'],
    async (tx, { tenantId, id: jobId }) =>
      tx.$executeRaw`UPDATE bulk_jobs b SET status = 'running', paused_because = NULL, next_at = now(), forgiven = (
        SELECT count(*) FROM bulk_job_items i WHERE i.tenant_id = b.tenant_id AND i.job_id = b.id AND i.status = 'failed')
      WHERE b.tenant_id = ${tenantId}::uuid AND b.id = ${jobId}::uuid AND b.status = 'paused'`,
  );
}

/** What has not begun will not; what was done stays done, and what is under way ends. */
export async function cancelRest(actor: Actor, id: string): Promise<Result<JobDetail>> {
  return change(actor, id, ['running', 'paused'], async (tx, { tenantId, id: jobId }) => {
    const { count } = await tx.bulkJob.updateMany({
      where: { tenantId, id: jobId, status: { in: ['running', 'paused'] } },
      data: { status: 'cancelled', pausedBecause: null, closedAt: new Date() },
    });
    if (count > 0)
      await tx.bulkJobItem.updateMany({ where: { jobId, status: 'pending' }, data: { status: 'cancelled' } });
    return count;
  });
}

/** The instances whose action failed are tried again, for the same reason. */
export async function retryFailed(actor: Actor, id: string): Promise<Result<JobDetail>> {
  return change(actor, id, ['done', 'paused', 'cancelled'], async (tx, where) => {
    const again = await tx.bulkJobItem.updateMany({
      where: { jobId: where.id, status: 'failed' },
      data: { status: 'pending', code: null, message: null },
    });
    if (again.count === 0) return 0;
    const { count } = await tx.bulkJob.updateMany({
      where: { ...where, status: { in: ['done', 'paused', 'cancelled'] } },
      data: { status: 'running', pausedBecause: null, closedAt: null, forgiven: 0, nextAt: new Date() },
    });
    return count;
  });
}

type Transaction = Parameters<Parameters<typeof inTenant>[1]>[0];

async function change(
  actor: Actor,
  id: string,
  from: readonly string[],
  work: (tx: Transaction, where: { tenantId: string; id: string }) => Promise<number>,
): Promise<Result<JobDetail>> {
  const lacking = lacks(actor, 'instances.repair');
  if (lacking) return lacking;
  if (!isUuid(id)) return noSuchJob;
  const changed = await inTenant(actor.tenantId, (tx) => work(tx, { tenantId: actor.tenantId, id }));
  const job = await getJob(actor, id);
  if (!job.ok || changed > 0) return job;
  const { status } = job.value;
  const message = from.includes(status)
    ? 'Nothing of this job has failed, so there is nothing to try again.'
    : `This job is ${status}; that can be done only to one that is ${from.join(' or ')}.`;
  return refuse('not_allowed', message, { status });
}

/** As the database keeps it: without what is undefined. */
function stored(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}

async function forgetAbandoned(tx: Transaction): Promise<void> {
  const before = new Date(Date.now() - forgottenAfterHours * 3600_000);
  await tx.bulkJob.deleteMany({ where: { status: 'prepared', createdAt: { lt: before } } });
}
