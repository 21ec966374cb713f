import { activityOf } from '@/lib/engine/definition/find-activity';
import type { Pool, PoolClient } from 'pg';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import { durationSeconds } from '@/lib/engine/deadlines/duration';
import { plusSeconds } from '@/lib/engine/deadlines/instant';
import type { JsonObject } from '@/lib/engine/json';
import type { ActivityExecution } from '@/lib/engine/snapshot';
import { log } from '@/lib/observability/log';
import { ActivityFailure } from './activities/contract';
import { renderSettings } from './activities/registry';
import { newToken } from './leases';
import { type Place, move } from './move';
import { announce } from './notices';
import { askForRoom } from './room';
import type { Loaded } from './snapshot';
import type { Mover } from './transition';

/** An attempt that a worker elsewhere holds the lease of. */
export type ExternalWork = {
  readonly instance: string;
  readonly execution: string;
  readonly definition: string;
  readonly topic: string;
  /** The activity's input mapping, evaluated now. */
  readonly input: JsonObject;
  readonly leaseToken: string;
  /** The same for every attempt of the execution. */
  readonly idempotencyKey: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** When the lease ends, unless it is extended. */
  readonly expiresAt: string;
};

export type FetchOrder = {
  readonly tenantId: string;
  readonly topics: readonly string[];
  readonly most: number;
  readonly leaseSeconds: number;
  readonly worker: string;
};

/**
 * Takes the leases of external work (DESIGN 8.7), the oldest first; fetches at the same moment get different work. What needs a
 * place at a resource is asked for where there is nothing else to take.
 * @returns what was taken, which may be nothing
 */
export async function fetchExternalWork(
  pool: Pool,
  order: FetchOrder,
  mover: Mover,
): Promise<readonly ExternalWork[]> {
  const taken = await takeFetchable(pool, order, mover);
  const left = { ...order, most: order.most - taken.length };
  if (left.most === 0 || !(await askForRoom(pool, left))) return taken;
  return [...taken, ...(await takeFetchable(pool, left, mover))];
}

/** All of it in one transaction that has the instances locked, since what is handed out has to be this caller's alone. */
async function takeFetchable(pool: Pool, order: FetchOrder, mover: Mover): Promise<ExternalWork[]> {
  const client = await pool.connect();
  const taken: ExternalWork[] = [];
  const moved: string[] = [];
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{ instance_id: string; execution: string }>({
      name: 'fetch_external_work',
      text: 'SELECT * FROM public.fetch_external_work($1, $2, $3)',
      values: [order.tenantId, order.topics, order.most],
    });
    for (const { instance_id: instanceId, execution } of rows) {
      const place = { tenantId: order.tenantId, instanceId };
      const work = await inSavepoint(client, place, () => take(client, place, execution, order, mover));
      if (work !== null) moved.push(instanceId);
      if (work !== null && work !== 'failed') taken.push(work);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
  // The transition announced them before they were committed.
  for (const instanceId of moved)
    announce({ tenantId: order.tenantId, instanceId, jobs: true, timers: false, room: true });
  return taken;
}

/** One instance that cannot be moved must not keep its topic from being worked on. */
async function inSavepoint<T>(client: PoolClient, place: Place, work: () => Promise<T>): Promise<T | null> {
  await client.query('SAVEPOINT one');
  try {
    const done = await work();
    await client.query(done === null ? 'ROLLBACK TO SAVEPOINT one' : 'RELEASE SAVEPOINT one');
    return done;
  } catch (error) {
    await client.query('ROLLBACK TO SAVEPOINT one');
    log('external-work').error({ err: error, instance: place.instanceId }, 'external work cannot be taken');
    return null;
  }
}

/** Null when the core refuses; `failed` when its input cannot be made, which is then the attempt's failure. */
async function take(
  client: PoolClient,
  place: Place,
  execution: string,
  order: FetchOrder,
  mover: Mover,
): Promise<ExternalWork | 'failed' | null> {
  const token = newToken();
  const started = await move(
    client,
    place,
    ({ definition, environment, snapshot }) => {
      const bound = boundOf({ definition, environment }, snapshot.activities[execution]);
      const leaseSeconds = Math.min(order.leaseSeconds, bound ?? Infinity);
      return { kind: 'start_attempt', execution, worker: order.worker, token, leaseSeconds };
    },
    mover,
  );
  if (!started.ok) return null;
  const current = started.after.activities[execution]!;
  const activity = activityOf(started.loaded.definition, current);
  try {
    const loaded = { ...started.loaded, snapshot: started.after };
    const settings = renderSettings(loaded, current, activity);
    return {
      instance: place.instanceId,
      execution,
      definition: started.after.definitionKey,
      topic: current.topic!,
      input: settings['input'] as JsonObject,
      leaseToken: token,
      idempotencyKey: `${place.instanceId}:${execution}`,
      attempt: current.attempts,
      expiresAt: current.lease!.expiresAt,
    };
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    const failed = await move(
      client,
      place,
      { kind: 'attempt_failed', execution, token, error: error.error },
      mover,
    );
    return failed.ok ? 'failed' : null;
  }
}

/** The most that an attempt may be held in all, in seconds; undefined where the activity names no timeout. */
function boundOf(
  loaded: Pick<Loaded, 'definition' | 'environment'>,
  execution: ActivityExecution | undefined,
): number | undefined {
  if (!execution) return undefined;
  const { timeout } = activityOf(loaded.definition, execution);
  return timeout === undefined ? undefined : (durationSeconds(loaded.environment.now, timeout) ?? undefined);
}

const heldFor = tenantStatement(
  'external_attempt_held_for',
  `SELECT extract(epoch FROM clock_timestamp() - max(a.started_at))::float AS seconds
   FROM activity_attempts a
   WHERE a.tenant_id = tenant.id AND a.instance_id = $2 AND a.execution = $3 AND a.ended_at IS NULL`,
);

/**
 * Moves the end of a lease to `seconds` from now, or to the end of the attempt's timeout if that comes first.
 * @returns when the lease now ends; null when it is not this token's any more, or its timeout is over
 */
export async function extendExternalLease(
  pool: Pool,
  place: Place,
  loaded: Loaded,
  lease: { readonly execution: string; readonly token: string; readonly seconds: number },
): Promise<string | null> {
  const bound = boundOf(loaded, loaded.snapshot.activities[lease.execution]);
  let seconds = lease.seconds;
  if (bound !== undefined) {
    const values = [place.instanceId, lease.execution];
    const [held] = await readTenant<{ seconds: number | null }>(pool, place.tenantId, heldFor, values);
    seconds = Math.min(seconds, Math.floor(bound - (held?.seconds ?? 0)));
  }
  if (seconds < 1) return null;
  const { rows } = await pool.query<{ held: boolean }>({
    name: 'extend_lease',
    text: 'SELECT public.extend_lease($1, $2, $3, $4, $5) AS held',
    values: [place.tenantId, place.instanceId, lease.execution, lease.token, seconds],
  });
  return rows[0]?.held ? plusSeconds(loaded.environment.now, seconds) : null;
}
