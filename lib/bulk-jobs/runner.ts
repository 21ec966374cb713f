import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { forTenant } from '@/lib/database/client';
import { appPool } from '@/lib/database/pool';
import { log } from '@/lib/observability/log';
import type { Refusal } from '@/lib/people/refusal';
import { repeatedly } from '@/lib/runtime/repeatedly';
import { act } from './act';
import { jobActor } from './job-actor';
import type { ItemStatus } from './lifecycle';
import { hasActed, retryOutcome } from './outcome';
import { type Order, orderSchema } from './schema';

/** Instances that one claim takes, and those that are worked on at the same moment. */
const batch = 20;
const atOnce = 4;
/** How long a worker has what it took, in seconds. */
const inHand = 60;
/** The pause between two looks for work, in milliseconds. */
const lookEvery = 300;
/** How long the outcome of a retry is watched, in milliseconds; a longer one counts as taken. */
const watchFor = 120_000;

type Claimed = {
  readonly tenant_id: string;
  readonly job_id: string;
  readonly position: number;
  readonly instance_id: string;
  readonly attempt: number;
  readonly work: 'do' | 'again' | 'watch';
};

type Job = {
  readonly tenantId: string;
  readonly id: string;
  readonly order: Order;
  readonly reason: string;
  readonly createdBy: string;
  readonly apiKeyId: string | null;
};

type End = {
  readonly status: ItemStatus;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
};

/**
 * Works off bulk jobs in this process, as far as their limits let it. Any number of processes share the work, and one that
 * dies is followed by another: whether it had acted is read from the instance's history.
 * @returns `stop`, which lets the instances under way end
 */
export function startBulkJobs(): { stop(): Promise<void> } {
  const pool = appPool();
  const logger = log('bulk-jobs');
  const stopping = { now: false };
  const looks = repeatedly(lookEvery, async () => {
    try {
      while (!stopping.now && (await workOff(pool, logger))) continue;
    } catch (error) {
      logger.warn({ err: error }, 'bulk jobs could not be worked on; trying again');
    }
  });
  return {
    stop: () => {
      stopping.now = true;
      return looks.stop();
    },
  };
}

/** @returns whether there was something to do */
async function workOff(pool: Pool, logger: Logger): Promise<boolean> {
  const { rows } = await pool.query<Claimed>({
    name: 'claim_bulk_items',
    text: 'SELECT * FROM public.claim_bulk_items($1, $2)',
    values: [batch, inHand],
  });
  const [first] = rows;
  if (!first) return false;
  const job = await readJob(first.tenant_id, first.job_id);
  const waiting = [...rows];
  const lane = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) await workOn(pool, logger, job, item);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return rows.some(({ work }) => work !== 'watch');
}

async function readJob(tenantId: string, id: string): Promise<Job> {
  const row = await forTenant(tenantId).bulkJob.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id } },
  });
  const order = orderSchema.parse({ action: row.action, ...(row.settings as object) });
  return { tenantId, id, order, reason: row.reason, createdBy: row.createdBy, apiKeyId: row.apiKeyId };
}

async function workOn(pool: Pool, logger: Logger, job: Job, item: Claimed): Promise<void> {
  try {
    await settle(
      job,
      item,
      item.work === 'watch' ? await watched(pool, job, item) : await acted(pool, job, item),
    );
  } catch (error) {
    // Another look, or another worker, comes to it when its time in hand is over.
    logger.warn(
      { err: error, job: job.id, instance: item.instance_id },
      'an instance of a bulk job is tried again',
    );
  }
}

async function acted(pool: Pool, job: Job, item: Claimed): Promise<End> {
  const cause = `bulk-job:${job.id}:${item.attempt}`;
  const known = item.work === 'again' && (await hasActed(pool, job.tenantId, item.instance_id, cause));
  if (known) return taken(pool, job, item);
  const actor = await jobActor(job.tenantId, job, cause);
  if (!actor)
    return withoutRights(job, {
      code: 'forbidden',
      message: 'Who started this job may not act any more.',
      data: {},
    });
  const result = await act(actor, job.order, job.reason, {
    instanceId: item.instance_id,
    actId: `${cause}:${item.position}`,
  });
  if (result.ok) return taken(pool, job, item);
  if (result.refusal.code === 'forbidden') return withoutRights(job, result.refusal);
  return { status: refusedCodes.has(result.refusal.code) ? 'refused' : 'failed', ...result.refusal };
}

/** The instance was where the action means nothing: another try would be refused as well. */
const refusedCodes: ReadonlySet<Refusal['code']> = new Set([
  'not_allowed',
  'terminal',
  'not_found',
  'invalid',
  'too_large',
]);

/** A retry is done when it is known what came of it, anything else when it was taken. */
async function taken(pool: Pool, job: Job, item: Claimed): Promise<End> {
  return job.order.action === 'retry' ? watched(pool, job, item) : { status: 'done' };
}

async function watched(pool: Pool, job: Job, item: Claimed): Promise<End> {
  const outcome = await retryOutcome(pool, job.tenantId, item.instance_id);
  if (outcome === null) return { status: 'started' };
  return outcome.ok ? { status: 'done' } : { status: 'failed', code: outcome.code, message: outcome.message };
}

/** Nobody's rights carry the job any more: it pauses, and somebody who holds them may prepare another. */
async function withoutRights(job: Job, { code, message }: Refusal): Promise<End> {
  await forTenant(job.tenantId).bulkJob.updateMany({
    where: { id: job.id, status: 'running' },
    data: { status: 'paused', pausedBecause: 'rights' },
  });
  return { status: 'failed', code, message };
}

async function settle(job: Job, item: Claimed, end: End): Promise<void> {
  const { status, code = null, message = null } = end;
  const where = { jobId: job.id, position: item.position, attempt: item.attempt };
  if (status === 'started') {
    const overdue = new Date(Date.now() - watchFor);
    const items = forTenant(job.tenantId).bulkJobItem;
    const { count } = await items.updateMany({
      where: { ...where, status: { in: ['running', 'started'] }, workedAt: { gt: overdue } },
      data: { status, claimedUntil: new Date(Date.now() + 1_000) },
    });
    if (count > 0) return;
    await items.updateMany({
      where: { ...where, status: 'started' },
      data: { status: 'done', code: 'under_way' },
    });
    return;
  }
  await forTenant(job.tenantId).bulkJobItem.updateMany({
    where: { ...where, status: { in: ['running', 'started'] } },
    data: { status, code, message },
  });
}
