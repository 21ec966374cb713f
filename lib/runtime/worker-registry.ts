import { EventEmitter } from 'node:events';
import { hostname } from 'node:os';
import { Logger as QueueLogger, type WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { processFigures } from '@/lib/observability/metrics';
import type { Worker } from './attempts';

/** How often a worker writes its figures down, in milliseconds. */
const figuresEvery = 5_000;

/**
 * Who is at work. A process says every few seconds that it lives; one that has been silent for the lease time is gone,
 * and its jobs, which the queue itself would keep locked for four hours, are unlocked for the others.
 */
export class WorkerRegistry {
  /** Ids of this process's pools of queue workers: under these the queue locks their jobs. */
  readonly #queueNames = new Set<string>();
  #nextUnlock = 0;
  #nextFigures = 0;

  constructor(
    private readonly worker: Pick<Worker, 'id' | 'pool' | 'leaseSeconds'>,
    private readonly owner: Pool,
    private readonly log: Logger,
  ) {}

  async enter(): Promise<void> {
    await this.worker.pool.query(
      `INSERT INTO worker_processes (id, host, pid, queue_names) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING`,
      [this.worker.id, hostname(), process.pid, [...this.#queueNames]],
    );
  }

  /** Says that this process lives, and takes over the jobs of those that do not any more. */
  async beat(): Promise<void> {
    const { rowCount } = await this.worker.pool.query({
      name: 'worker_beat',
      text: `UPDATE worker_processes SET seen_at = now(), queue_names = $2, figures = coalesce($3, figures) WHERE id = $1`,
      values: [this.worker.id, [...this.#queueNames], await this.#figures()],
    });
    // Others took this process for dead while it slept; it is back.
    if (rowCount === 0) await this.enter();
    const { rows } = await this.worker.pool.query<{ id: string }>({
      name: 'forget_dead_workers',
      text: 'DELETE FROM worker_processes WHERE seen_at < now() - make_interval(secs => $1) RETURNING id',
      values: [this.worker.leaseSeconds],
    });
    if (rows.length > 0) this.log.warn({ lostWorkers: rows.map(({ id }) => id) }, 'workers are gone');
    if (rows.length > 0 || Date.now() > this.#nextUnlock) await this.#unlockOrphans();
  }

  async leave(): Promise<void> {
    await this.worker.pool
      .query('DELETE FROM worker_processes WHERE id = $1', [this.worker.id])
      .catch((error: unknown) => this.log.warn({ err: error }, 'the worker could not sign off'));
  }

  /** Events of one pool of queue workers; from them the registry learns under which name it locks its jobs, and until when. */
  queueEvents(): WorkerEvents {
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool }) => this.#queueNames.add(workerPool.id));
    events.on('pool:release', ({ workerPool }) => this.#queueNames.delete(workerPool.id));
    events.on('job:error', ({ job, error }) =>
      this.log.warn(
        { err: error, job: job.id, task: job.task_identifier, attempt: job.attempts },
        'job failed',
      ),
    );
    return events;
  }

  queueLogger(): QueueLogger {
    return new QueueLogger(() => (level, message) => {
      if (level === 'error') this.log.error(message);
      else if (level === 'warning') this.log.warn(message);
      else this.log.debug(message);
    });
  }

  /** What this process has counted, for `/api/metrics` of the web; null when it was written down a moment ago. */
  async #figures(): Promise<string | null> {
    if (Date.now() < this.#nextFigures) return null;
    this.#nextFigures = Date.now() + figuresEvery;
    return JSON.stringify(await processFigures());
  }

  /** Unlocks jobs that have been held for longer than a lease by nobody who is at work. */
  async #unlockOrphans(): Promise<void> {
    this.#nextUnlock = Date.now() + this.worker.leaseSeconds * 1000;
    const { rows } = await this.owner.query<{ names: string[] | null }>(
      `SELECT array_agg(DISTINCT l.locked_by) AS names
       FROM (SELECT locked_by, locked_at FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL
             UNION ALL
             SELECT locked_by, locked_at FROM graphile_worker._private_job_queues WHERE locked_by IS NOT NULL) AS l
       WHERE l.locked_at < now() - make_interval(secs => $1)
         AND NOT EXISTS (SELECT FROM worker_processes w WHERE l.locked_by = ANY (w.queue_names))`,
      [this.worker.leaseSeconds],
    );
    const names = rows[0]?.names;
    if (!names) return;
    this.log.warn({ queueNames: names }, 'jobs of lost workers are taken over');
    await this.owner.query('SELECT graphile_worker.force_unlock_workers($1)', [names]);
  }
}
